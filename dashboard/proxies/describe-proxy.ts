import { inDigits, inOneList } from '../parts/locale.ts';
import type { Proxy } from '../server/proxies-api.ts';
import { inState, stateOf, STATES } from './proxy-search.ts';

/** Returns the URL of a proxy; the API gives no password. */
export function addressOf({
  protocol,
  username,
  host,
  port,
}: Pick<Proxy, 'protocol' | 'username' | 'host' | 'port'>): string {
  const user = username === null ? '' : `${encodeURIComponent(username)}@`;
  return `${protocol}://${user}${host.includes(':') ? `[${host}]` : host}:${port}`;
}

/** Counts proxies, such as `1 proxy`. */
export function countProxies(count: number): string {
  return `${inDigits(count)} ${count === 1 ? 'proxy' : 'proxies'}`;
}

/** Counts the requests that stores refused, those that failed in the proxy itself, and those of which only the failure is known. */
export function countFailures({ targets, failure_count: all }: Pick<Proxy, 'targets' | 'failure_count'>) {
  const refused = targets.reduce((sum, { blocked_count: count }) => sum + count, 0);
  const faults = targets.reduce((sum, { fault_count: count }) => sum + count, 0);
  return { refused, faults, others: Math.max(0, all - refused - faults) };
}

/** Says how many of the last requests failed, and whether stores refused them or the proxy failed; null: the last one succeeded. */
export function describeFailuresInRow({
  consecutive_failures: inRow,
  consecutive_403_count: refused,
  consecutive_fault_count: faults,
}: Pick<Proxy, 'consecutive_failures' | 'consecutive_403_count' | 'consecutive_fault_count'>): string | null {
  if (inRow === 0) return null;
  const last = inRow === 1 ? 'the last request' : `the last ${inDigits(inRow)}`;
  if (refused >= inRow) return `${inRow === 1 ? 'a store' : 'stores'} refused ${last}`;
  if (faults >= inRow) return `${last} failed in the proxy`;
  const newest = refused > 0 ? 'a store refused the newest' : 'the newest in the proxy';
  return `${last} failed, ${newest}`;
}

/** Says in which states proxies are, such as `Now: 1 active and 2 resting.` */
export function describeStates(proxies: readonly Proxy[]): string {
  const [first] = proxies;
  if (first !== undefined && proxies.length === 1) return `It is ${stateOf(first)} now.`;
  const counts = STATES.flatMap((state) => {
    const count = inState(proxies, state).length;
    return count === 0 ? [] : [`${inDigits(count)} ${state}`];
  });
  return `Now: ${inOneList(counts)}.`;
}

/** Says what a change leaves: how many proxies are active after it, and what that means if none is. */
export function describeOutcome(
  change: 'enable' | 'disable',
  { all, chosen }: { all: readonly Proxy[]; chosen: readonly Proxy[] },
): string {
  const ids = new Set(chosen.map(({ id }) => id));
  const others = all.filter(({ id }) => !ids.has(id));
  const active = inState(others, 'active').length + (change === 'enable' ? chosen.length : 0);
  if (active > 0)
    return `Then ${inDigits(active)} of ${countProxies(all.length)} ${active === 1 ? 'is' : 'are'} active.`;
  const resting = inState(others, 'resting').length;
  const until = resting === 0 ? 'one is enabled' : 'one is enabled, or a resting one works again';
  return `Then no proxy is active, and nothing is fetched until ${until}.`;
}

/** Says how many tested proxies work and how many failed. */
export function describeTests(working: number, failed: number): string {
  return `${inDigits(working)} ${working === 1 ? 'works' : 'work'}, ${inDigits(failed)} failed.`;
}
