import type { components } from '../../api-client/api-types.ts';
import { answerOf } from '../../api-client/answer-of.ts';
import { reasonHeader } from '../../api-client/change-headers.ts';
import { api } from './api.ts';

export type Dispensary = components['schemas']['Dispensary'];

/** Reads a dispensary. @throws ApiProblem `not-found` if there is none */
export const readDispensary = (id: number): Promise<Dispensary> =>
  answerOf(api.GET('/api/dispensaries/{id}', { params: { path: { id } } }));

/** Switches the crawls of a dispensary on or off. @throws ApiProblem */
export async function switchCrawls(id: number, isOn: boolean, reason: string): Promise<void> {
  const request = { params: { path: { id } }, body: { crawl_enabled: isOn }, headers: reasonHeader(reason) };
  await answerOf(api.PATCH('/api/dispensaries/{id}', request));
}
