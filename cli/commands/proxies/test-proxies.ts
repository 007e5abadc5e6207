import pLimit from 'p-limit';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { addressOf } from '../../../domain/proxy-address.ts';
import { whenAdmitted } from '../../api/when-admitted.ts';
import { CommandRefused } from '../../command-refused.ts';
import { formatTable } from '../../output/format-table.ts';
import { readProxies } from './read-proxies.ts';

const TESTS_AT_ONCE = 10;

/** The result of a test, and the proxy as a URL without its password. */
type Tested = Schemas['TestedProxy'] & { proxy: string };

/** Makes the API request the address echo through each proxy, as a crawl does. A test changes no proxy. @param ids empty: all proxies */
export async function testProxies(api: ApiClient, ids: number[]): Promise<Tested[]> {
  const proxies = await readProxies(api);
  const unknown = ids.filter((id) => !proxies.some((proxy) => proxy.id === id));
  if (unknown.length > 0)
    throw new CommandRefused(
      `There is no proxy ${unknown.join(', ')}. \`crawlchain proxies list\` shows the ids.`,
    );
  const wanted = proxies.filter(({ id }) => ids.length === 0 || ids.includes(id));
  return pLimit(TESTS_AT_ONCE).map(wanted, async (proxy) => {
    const path = { id: proxy.id };
    const tested = await whenAdmitted(() =>
      answerOf(api.POST('/api/proxies/{id}/test', { params: { path } })),
    );
    return { ...tested, proxy: addressOf(proxy) };
  });
}

/** Formats a row for each tested proxy. */
export function formatTests(tested: Tested[]): string {
  const table = formatTable(
    [
      { header: 'id', value: 'id', kind: 'id' },
      { header: 'proxy', value: 'proxy' },
      { header: 'result', value: formatTestResult },
    ],
    tested,
  );
  return table || 'There are no proxies.';
}

function formatTestResult({
  is_good: isGood,
  exit_address: address,
  duration_ms: ms,
  error,
}: Tested): string {
  return isGood ? `good: exit address ${address}, ${ms} ms` : (error ?? '');
}
