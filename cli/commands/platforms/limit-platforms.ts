import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import type { PlatformName } from '../../../domain/dispensary.ts';
import { withApi } from '../../api/with-api.ts';
import { CommandRefused } from '../../command-refused.ts';
import { formatPace } from './format-paces.ts';

/** What gives a limit back to the environment of the workers. */
export const DEFAULT_LIMIT = 'default';

/** A limit as an option has it. */
export type GivenLimit = number | typeof DEFAULT_LIMIT;

/** Shows the pace of each platform. */
export async function listPlatforms({ json }: { json?: true }, command: Command): Promise<void> {
  const { items } = await withApi(command, (api) => answerOf(api.GET('/api/platforms')));
  show(items, json);
}

interface SetOptions {
  requestsPerSecond?: GivenLimit;
  maxConcurrent?: GivenLimit;
  json?: true;
}

/**
 * Sets limits of a platform, and shows those of all.
 * @throws CommandRefused when no limit is given
 */
export async function setPlatform(
  name: PlatformName,
  { requestsPerSecond, maxConcurrent, json }: SetOptions,
  command: Command,
): Promise<void> {
  if (requestsPerSecond === undefined && maxConcurrent === undefined)
    throw new CommandRefused('Nothing to set; give --requests-per-second, --max-concurrent, or both');
  const body = {
    ...(requestsPerSecond === undefined ? {} : { requests_per_second: limitOf(requestsPerSecond) }),
    ...(maxConcurrent === undefined ? {} : { max_concurrent_requests: limitOf(maxConcurrent) }),
  };
  const { items } = await withApi(command, async (api) => {
    await answerOf(api.PATCH('/api/platforms/{name}', { params: { path: { name } }, body }));
    return answerOf(api.GET('/api/platforms'));
  });
  show(items, json);
}

function limitOf(given: GivenLimit): number | null {
  return given === DEFAULT_LIMIT ? null : given;
}

function show(paces: readonly Schemas['PlatformPace'][], json: true | undefined): void {
  process.stdout.write(
    json === true
      ? `${JSON.stringify(paces, null, 2)}\n`
      : `${paces.map(formatPace).join('\n')}\n${USUAL_UNKNOWN}\n`,
  );
}

const USUAL_UNKNOWN =
  'Limits without (set) are those of the environment of the API; that of the workers may have others.';
