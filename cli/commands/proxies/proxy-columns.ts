import type { Schemas } from '../../../api-client/create-api-client.ts';
import { addressOf } from '../../../domain/proxy-address.ts';
import type { Column } from '../../output/column.ts';
import type { Display } from '../../output/display.ts';
import { timeOf } from '../../output/format-time.ts';

type Proxy = Schemas['Proxy'];

/** A row of the list: a proxy with one of its targets. */
interface Use {
  /** Null: a row above shows the proxy. */
  proxy: Proxy | null;
  target: Proxy['targets'][number] | undefined;
}

/** Creates a row for each target of each proxy; only the first one shows the proxy itself. */
export function usesOf(proxies: readonly Proxy[]): Use[] {
  return proxies.flatMap((proxy) => [
    { proxy, target: proxy.targets[0] },
    ...proxy.targets.slice(1).map((target) => ({ proxy: null, target })),
  ]);
}

/** The columns of a list of proxies. */
export const PROXY_COLUMNS: readonly Column<Use>[] = [
  { header: 'id', value: ofProxy(({ id }) => id), kind: 'id' },
  { header: 'proxy', value: ofProxy(addressOf) },
  { header: 'owner', value: ofProxy(({ owner }) => owner), isMinor: true },
  { header: 'country', value: ofProxy(({ country_code: country }) => country), isMinor: true },
  { header: 'state', value: ofProxy(formatProxyState), kind: 'status' },
  { header: 'sessions', value: ofProxy((proxy) => `${proxy.sessions} of ${proxy.max_concurrent}`) },
  { header: 'target', value: ({ target }) => target?.target ?? '' },
  { header: 'health', value: ({ target }) => (target === undefined ? 'never used' : formatHealth(target)) },
];

type Value = string | number | null;

function ofProxy(format: (proxy: Proxy, display: Display) => Value): (use: Use, display: Display) => Value {
  return ({ proxy }, display) => (proxy === null ? '' : format(proxy, display));
}

function formatProxyState(proxy: Proxy, display: Display): string {
  const { state, cooldown_until: until, cooling_because: because } = proxy;
  if (state !== 'cooling') return state;
  return `cooling until ${timeOf(until, display)}${(because ?? null) === null ? '' : `: ${because}`}`;
}

function formatHealth(target: Proxy['targets'][number]): string {
  const { blocked_count: blocked, fault_count: faults, failures_in_row: inRow } = target;
  const { success_count: successes, avg_response_time_ms: responseTimeMs } = target;
  return [
    `${successes} good`,
    ...(blocked > 0 ? [`${blocked} refused`] : []),
    ...(faults > 0 ? [`${faults} failed in the proxy`] : []),
    ...(inRow > 0 ? [`${inRow} failed in a row`] : []),
    ...(responseTimeMs === null ? [] : [`${responseTimeMs} ms`]),
  ].join(', ');
}
