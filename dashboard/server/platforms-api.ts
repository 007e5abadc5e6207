import type { components, paths } from '../../api-client/api-types.ts';
import { answerOf } from '../../api-client/answer-of.ts';
import { reasonHeader } from '../../api-client/change-headers.ts';
import { api } from './api.ts';

export type PlatformPace = components['schemas']['PlatformPace'];
type LimitChange = components['schemas']['PlatformLimits'];
type PlatformsPage = paths['/api/platforms']['get']['responses'][200]['content']['application/json'];

/** Lists the platforms and the other hosts with their limits, and what slows each down. @throws ApiProblem */
export const listPlatforms = (): Promise<PlatformsPage> => answerOf(api.GET('/api/platforms'));

/** Stops all requests to a platform. @throws ApiProblem */
export async function stopPlatform(name: string, reason: string): Promise<void> {
  await answerOf(api.POST('/api/platforms/{name}/stop', { params: { path: { name } }, body: { reason } }));
}

/** Allows requests to a platform again. @throws ApiProblem */
export async function startPlatform(name: string, reason: string): Promise<void> {
  const headers = reasonHeader(reason);
  await answerOf(api.POST('/api/platforms/{name}/start', { params: { path: { name } }, headers }));
}

/** Sets limits of a platform. @param body without the limits that stay as they are @throws ApiProblem */
export async function setPlatformLimits(name: string, body: LimitChange, reason: string): Promise<void> {
  const headers = reasonHeader(reason);
  await answerOf(api.PATCH('/api/platforms/{name}', { params: { path: { name } }, body, headers }));
}
