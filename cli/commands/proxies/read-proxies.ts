import { answerOf } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { readPages } from '../../api/read-pages.ts';
import { collect } from '../../output/show-list.ts';

/** Reads every proxy with its health, in the order of the ids. */
export async function readProxies(api: ApiClient): Promise<Schemas['Proxy'][]> {
  const pages = readPages(Number.POSITIVE_INFINITY, (query) =>
    answerOf(api.GET('/api/proxies', { params: { query } })),
  );
  return (await collect(pages)).items;
}
