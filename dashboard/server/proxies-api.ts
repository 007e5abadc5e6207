import type { components, paths } from '../../api-client/api-types.ts';
import { answerOf, type Answered } from '../../api-client/answer-of.ts';
import { reasonHeader } from '../../api-client/change-headers.ts';
import { api } from './api.ts';

export type Proxy = components['schemas']['Proxy'];
export type ImportedProxies = components['schemas']['ImportedProxies'];
export type TestedProxy = components['schemas']['TestedProxy'];
type ProxiesPage = paths['/api/proxies']['get']['responses'][200]['content']['application/json'];

/** The largest page of the API. */
const PAGE = '500';

/** Lists all proxies, ordered by id. @throws ApiProblem */
export async function listProxies(): Promise<Proxy[]> {
  const proxies: Proxy[] = [];
  let cursor: string | null = null;
  do {
    const query: Record<string, string> = { limit: PAGE, ...(cursor === null ? {} : { cursor }) };
    const requested = api.GET('/api/proxies', { params: { query } }) as Promise<Answered<ProxiesPage>>;
    // eslint-disable-next-line no-await-in-loop -- Each page names the next one.
    const page: ProxiesPage = await answerOf(requested);
    proxies.push(...page.items);
    cursor = page.next_cursor;
  } while (cursor !== null);
  return proxies;
}

/** Enables or disables proxies, all or none of them. @throws ApiProblem */
export async function switchProxies(
  change: 'enable' | 'disable',
  ids: number[],
  reason: string,
): Promise<void> {
  const request = { body: { ids }, headers: reasonHeader(reason) };
  await answerOf<unknown>(
    change === 'enable'
      ? api.POST('/api/proxies/enable', request)
      : api.POST('/api/proxies/disable', request),
  );
}

/** Requests the address echo through a proxy. @throws ApiProblem if the API could not test it */
export const testProxy = (id: number): Promise<TestedProxy> =>
  answerOf(api.POST('/api/proxies/{id}/test', { params: { path: { id } } }));

/** A pasted list of proxies, and what applies to lines without a value of their own. */
export interface ProxyList {
  /** Has passwords, so it is only sent in the body of a request. */
  text: string;
  owner: string;
  country: string;
}

/** Checks a list in a dry run, or imports it. @throws ApiProblem whose `details` name the wrong lines */
export async function importProxies(
  { text, owner, country }: ProxyList,
  { isDryRun, reason }: { isDryRun: boolean; reason: string },
): Promise<ImportedProxies> {
  const query = {
    dry_run: isDryRun ? ('true' as const) : ('false' as const),
    ...(owner === '' ? {} : { owner }),
    ...(country === '' ? {} : { country_code: country }),
  };
  return answerOf(
    api.POST('/api/proxies/import', {
      params: { query },
      body: text,
      bodySerializer: (list: string) => list,
      headers: { 'Content-Type': 'text/plain', ...reasonHeader(reason) },
    }),
  );
}
