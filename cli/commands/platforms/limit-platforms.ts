import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { PlatformName } from '../../../domain/dispensary.ts';
import { withApi } from '../../api/with-api.ts';
import { CommandRefused } from '../../command-refused.ts';
import { formatTable } from '../../output/format-table.ts';
import { answer } from '../../output/print.ts';
import { PLATFORM_COLUMNS, USUAL_UNKNOWN } from './platform-columns.ts';

/** The value that resets a limit to the one in the workers' environment. */
export const DEFAULT_LIMIT = 'default';

/** The value of an option for a limit. */
export type GivenLimit = number | typeof DEFAULT_LIMIT;

interface SetOptions {
  requestsPerSecond?: GivenLimit;
  maxConcurrent?: GivenLimit;
  json?: true;
}

/**
 * Sets limits of a platform, and shows the limits of all platforms.
 * @throws CommandRefused if no limit is given
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
  answer(items, { json }, (paces) => `${formatTable(PLATFORM_COLUMNS, paces)}\n${USUAL_UNKNOWN}`);
}

function limitOf(given: GivenLimit): number | null {
  return given === DEFAULT_LIMIT ? null : given;
}
