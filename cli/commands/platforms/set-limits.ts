import { answerOf } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import type { PlatformName } from '../../../domain/dispensary.ts';
import { withoutUndefined } from '../../../domain/without-undefined.ts';
import { CommandRefused } from '../../command-refused.ts';

/** The value that resets a limit to the one in the workers' environment. */
export const DEFAULT_LIMIT = 'default';

/** The value of an option for a limit. */
export type GivenLimit = number | typeof DEFAULT_LIMIT;

interface LimitOptions {
  requestsPerSecond?: GivenLimit;
  maxConcurrent?: GivenLimit;
}

/** Reads the limits that a call gives. @throws CommandRefused if it gives none */
export function readLimits({ requestsPerSecond, maxConcurrent }: LimitOptions) {
  if (requestsPerSecond === undefined && maxConcurrent === undefined)
    throw new CommandRefused('Nothing to set; give --requests-per-second, --max-concurrent, or both');
  return withoutUndefined({
    requests_per_second: requestsPerSecond === DEFAULT_LIMIT ? null : requestsPerSecond,
    max_concurrent_requests: maxConcurrent === DEFAULT_LIMIT ? null : maxConcurrent,
  });
}

/** Sets limits of a platform. @returns the limits of all platforms */
export async function setLimits(
  api: ApiClient,
  [name]: [PlatformName],
  body: ReturnType<typeof readLimits>,
): Promise<Schemas['PlatformPace'][]> {
  await answerOf(api.PATCH('/api/platforms/{name}', { params: { path: { name } }, body }));
  return (await answerOf(api.GET('/api/platforms'))).items;
}
