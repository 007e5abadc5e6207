import type { Command } from 'commander';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { addressOf } from '../../../domain/proxy-address.ts';
import { withApi } from '../../api/with-api.ts';
import { formatTable } from '../../format-table.ts';
import { timeOf } from '../../tell-time.ts';
import { readProxies } from './read-proxies.ts';

type Proxy = Schemas['Proxy'];

/** Shows every proxy: its state in words, and its health at each target. */
export async function listProxies(options: { json?: boolean }, command: Command): Promise<void> {
  const proxies = await withApi(command, readProxies);
  if (options.json) {
    process.stdout.write(`${JSON.stringify(proxies)}\n`);
    return;
  }
  process.stdout.write(
    proxies.length === 0 ? 'There are no proxies.\n' : formatTable(HEADER, proxies.flatMap(rowsOf)),
  );
}

const HEADER = ['id', 'proxy', 'owner', 'country', 'state', 'sessions', 'target', 'health'];

/** A row for each target; the proxy itself stands in the first. */
function rowsOf(proxy: Proxy): (string | number)[][] {
  const own = [
    String(proxy.id),
    addressOf(proxy),
    proxy.owner ?? '',
    proxy.country_code ?? '',
    stateInWords(proxy),
    `${proxy.sessions} of ${proxy.max_concurrent}`,
  ];
  const [first, ...others] = proxy.targets.map((target) => [target.target, healthInWords(target)]);
  return [
    [...own, ...(first ?? ['', 'never used'])],
    ...others.map((other) => [...own.map(() => ''), ...other]),
  ];
}

function stateInWords({ state, cooldown_until: until }: Proxy): string {
  return state === 'cooling' ? `cooling until ${timeOf(until)}` : state;
}

function healthInWords(target: Proxy['targets'][number]): string {
  const { blocked_count: blocked, fault_count: faults, failures_in_row: inRow } = target;
  const { success_count: successes, avg_response_time_ms: responseTimeMs } = target;
  return [
    `${successes} good`,
    ...(blocked > 0 ? [`${blocked} refused`] : []),
    ...(faults > 0 ? [`${faults} faults`] : []),
    ...(inRow > 0 ? [`${inRow} failed in a row`] : []),
    ...(responseTimeMs === null ? [] : [`${responseTimeMs} ms`]),
  ].join(', ');
}
