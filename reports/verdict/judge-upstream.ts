import { scrubWords } from '../../domain/credentials.ts';
import { minutesBetween, spanInWords } from '../time-span.ts';
import { counted } from './counted.ts';
import type { VerdictFacts, VerdictReason } from './verdict-facts.ts';

/** Without an active proxy nothing is fetched. */
export function judgeProxies({ proxies, roles, now }: VerdictFacts): VerdictReason[] {
  if (proxies === null || proxies.active > 0) return [];
  const about = { severity: 'bad', code: 'no-active-proxy', page: '/#targets', api: '/api/proxies' } as const;
  if (proxies.others === 0) {
    const isMissed = (roles ?? []).some(({ forecast }) => forecast.boundBy === 'proxies');
    const words = 'There is no proxy, so nothing is fetched. `crawlchain proxies import` adds some.';
    return isMissed ? [{ ...about, words }] : [];
  }
  const { others, cooling, firstReadyAt, lastError } = proxies;
  const coming =
    firstReadyAt === null
      ? 'None is tried again by itself: an operator took them out of use.'
      : `${cooling} cool down by themselves; the first is tried again in ${spanInWords(minutesBetween(now, firstReadyAt))}.`;
  const why = lastError === null ? '' : ` What went wrong last: ${scrubWords(lastError)}.`;
  const words = `None of ${counted(others, 'proxy', 'proxies')} is active, so nothing is fetched. ${coming}${why} \`crawlchain proxies list\` shows them; where they all fail alike, ask their provider.`;
  return [{ ...about, words }];
}

/** Targets that an operator stopped, or that refuse every proxy. */
export function judgeTargets({ stopped, breakers, now }: VerdictFacts): VerdictReason[] {
  const page = '/#targets';
  const stops = (stopped ?? []).map(({ target, stoppedAt, because }): VerdictReason => {
    const why = because === '' ? '' : `: ${because}`;
    const words = `${target} was stopped ${spanInWords(minutesBetween(stoppedAt, now))} ago${why}. \`crawlchain platforms start ${target}\` lets its requests go.`;
    return { severity: 'degraded', code: 'stopped', words, page, api: '/api/overview' };
  });
  const refusals = (breakers ?? []).map(({ target, openings }): VerdictReason => {
    const pauses = `${counted(openings, 'pause')} so far`;
    const words = `${target} refuses every proxy: requests pause, and single ones try whether that is over (${pauses}).`;
    return { severity: 'degraded', code: 'refused', words, page, api: '/api/overview' };
  });
  return [...stops, ...refusals];
}
