import type { OpenBreaker, ProxyStanding } from '../../db/queries/overview-figures.ts';
import type { SlowedTarget } from '../../db/queries/pace-control.ts';
import type { RetryingTasks } from '../../db/queries/retrying-work.ts';
import { scrubWords } from '../../domain/credentials.ts';
import { CREDENTIALS_REFUSED } from '../../domain/proxy-outcome.ts';
import { minutesBetween, formatSpan } from '../time-span.ts';
import { isHeldBack, isRefused, isStuck, NEED_PROXY } from '../retrying-work.ts';
import { NEEDS_PERSON, UNKNOWN, type Clearing } from './clearing.ts';
import { counted } from './counted.ts';
import type { VerdictFacts, VerdictReason } from './verdict-facts.ts';

const ABOUT_PROXIES = { page: '/proxies', api: '/api/proxies' };

/** Reports missing or failing proxies, without which nothing is fetched. */
export function judgeProxies(facts: VerdictFacts): VerdictReason[] {
  const { proxies } = facts;
  if (proxies === null) return [];
  if (proxies.active === 0) return judgeNoneActive(proxies, facts);
  return [...judgeEcho(proxies, facts), ...judgeResting(proxies, facts)];
}

function judgeNoneActive(proxies: ProxyStanding, { roles, retrying, now }: VerdictFacts): VerdictReason[] {
  const about = { severity: 'bad', code: 'no-active-proxy', ...ABOUT_PROXIES } as const;
  if (proxies.others === 0) {
    const isMissed = (roles ?? []).some(({ forecast }) => forecast.boundBy === 'proxies');
    const text = 'There is no proxy, so nothing is fetched.';
    const remedy = '`crawlchain proxies import` adds some.';
    return isMissed ? [{ ...about, words: text, remedy, ...NEEDS_PERSON }] : [];
  }
  const { others, resting, firstReadyAt } = proxies;
  const found = `None of ${counted(others, 'proxy', 'proxies')} is active, so nothing is fetched${describeTasks(retrying)}.`;
  if (firstReadyAt === null) {
    const text = `${found} An operator disabled ${others === 1 ? 'it' : 'all of them'}.`;
    const remedy = `\`crawlchain proxies enable\` uses ${others === 1 ? 'it' : 'them'} again.`;
    return [{ ...about, words: text, remedy, ...NEEDS_PERSON, page: '/proxies?state=disabled' }];
  }
  const coming = `${resting} cool down by themselves; the first ${describeRetry(firstReadyAt, now)}.`;
  const text = `${found} ${coming}${lastErrorOf(proxies)}${storeOf(proxies)} Where they all fail alike, ask their provider.`;
  return [{ ...about, words: text, remedy: remedyOfRest(proxies, now), ...clearingOfRest(proxies, now) }];
}

/** Reports that no proxy reaches the echo. The proxies stay active, since the echo itself may be down. */
function judgeEcho({ active, unreached }: ProxyStanding, { now }: VerdictFacts): VerdictReason[] {
  if (unreached === null) return [];
  const { tasks, since, nextAttemptAt } = unreached;
  const next =
    nextAttemptAt === null ? ' now' : `, the next in ${formatSpan(minutesBetween(now, nextAttemptAt))}`;
  const text = [
    `${active === 1 ? 'The active proxy' : `All ${active} active proxies`} stopped reaching the echo ${formatSpan(minutesBetween(since, now))} ago, so nothing is fetched.`,
    `${counted(tasks, 'task')} ${tasks === 1 ? 'is' : 'are'} tried again${next}.`,
    'Either the proxies or the echo service is down; which of them is not known, so the proxies stay active.',
  ].join(' ');
  return [
    {
      severity: 'bad',
      code: 'echo-unreached',
      words: text,
      remedy: '`crawlchain proxies test` tries each.',
      ...UNKNOWN,
      ...ABOUT_PROXIES,
      page: '/proxies?state=active',
    },
  ];
}

/** A worker probes a proxy within five minutes after its cool-down. */
const TRIED_WITHIN_MINUTES = 5;

function describeRetry(readyAt: Date, now: Date): string {
  const late = minutesBetween(readyAt, now);
  if (late > TRIED_WITHIN_MINUTES)
    return `was due to be tried again ${formatSpan(late)} ago, and no worker has done so`;
  return readyAt > now
    ? `rests for another ${formatSpan(minutesBetween(now, readyAt))}, and is tried again within ${TRIED_WITHIN_MINUTES} min after that`
    : `is tried again within ${formatSpan(TRIED_WITHIN_MINUTES - late)}`;
}

/** From this share on, resting proxies are reported; a few are usual. */
const RESTING_SHARE = 0.5;

function judgeResting(proxies: ProxyStanding, { now }: VerdictFacts): VerdictReason[] {
  const { active, resting, firstReadyAt } = proxies;
  const used = active + resting;
  if (firstReadyAt === null || resting < used * RESTING_SHARE) return [];
  const text = `${resting} of ${used} proxies ${resting === 1 ? 'rests' : 'rest'} after failures; the first ${describeRetry(firstReadyAt, now)}.${lastErrorOf(proxies)}${storeOf(proxies)}`;
  return [
    {
      severity: 'degraded',
      code: 'proxies-resting',
      words: text,
      remedy: remedyOfRest(proxies, now),
      ...clearingOfRest(proxies, now),
      ...ABOUT_PROXIES,
      page: proxies.refusedBy === null ? '/proxies?state=resting' : `/dispensaries/${proxies.refusedBy.id}`,
    },
  ];
}

/**
 * Returns whether the rest of proxies ends without a person. Resting proxies are probed automatically, but whether that helps depends on
 * their provider. A wrong password needs a person.
 */
function clearingOfRest({ firstReadyAt, lastError }: ProxyStanding, now: Date): Clearing {
  if (lastError?.includes(CREDENTIALS_REFUSED) === true) return NEEDS_PERSON;
  const isAhead = firstReadyAt !== null && firstReadyAt > now;
  return { clearsByItself: null, clearsAt: isAhead ? firstReadyAt : null };
}

/** Says how many tasks wait for a usable proxy. */
function describeTasks(retrying: VerdictFacts['retrying']): string {
  const waiting = sumOf((retrying ?? []).filter(({ kind }) => NEED_PROXY.includes(kind ?? '')));
  return waiting === 0 ? '' : `, and ${counted(waiting, 'task')} ${waiting === 1 ? 'waits' : 'wait'} for one`;
}

function sumOf(groups: readonly RetryingTasks[]): number {
  return groups.reduce((sum, { failedSince }) => sum + failedSince, 0);
}

/** Names the store that the proxies rest for. */
function storeOf({ refusedBy, resting }: ProxyStanding): string {
  if (refusedBy === null) return '';
  const { name, proxies } = refusedBy;
  const which = resting === 1 ? 'It was' : proxies === resting ? 'All were' : `${proxies} of them were`;
  return ` ${which} last refused by ${name}, which may block everybody.`;
}

/** Names the commands that show resting proxies and the store that they rest for, and the command that probes them. */
function remedyOfRest({ refusedBy, firstReadyAt }: ProxyStanding, now: Date): string {
  const store =
    refusedBy === null ? '' : `, and \`crawlchain dispensaries show ${refusedBy.id}\` shows the store`;
  const isDue = firstReadyAt !== null && firstReadyAt <= now;
  const probe = isDue ? ' `crawlchain schedules trigger proxy_probe` tries what is due at once.' : '';
  return `\`crawlchain proxies list\` shows ${store === '' ? 'them' : 'the proxies'}${store}.${probe}`;
}

function lastErrorOf({ lastError }: ProxyStanding): string {
  return lastError === null ? '' : ` What went wrong last: ${scrubWords(lastError).replace(/\.$/, '')}.`;
}

/** Reports targets that an operator stopped, that refuse every proxy, or that are slowed down while requests wait. */
export function judgeTargets(facts: VerdictFacts): VerdictReason[] {
  const { stopped, slowed, breakers, retrying, now } = facts;
  const page = '/platforms';
  const stops = (stopped ?? []).map(({ target, stoppedAt, because }): VerdictReason => {
    const why = because === '' ? '' : `: ${because}`;
    const waiting = sumOf((retrying ?? []).filter((one) => one.platform === target && isHeldBack(one)));
    const tasks =
      waiting === 0 ? '' : ` ${counted(waiting, 'task')} ${waiting === 1 ? 'waits' : 'wait'} for it.`;
    const text = `${target} was stopped ${formatSpan(minutesBetween(stoppedAt, now))} ago${why}.${tasks}`;
    return {
      severity: 'degraded',
      code: 'stopped',
      words: text,
      remedy: `\`crawlchain platforms start ${target}\` starts its requests again.`,
      ...NEEDS_PERSON,
      page,
      api: '/api/overview',
    };
  });
  const refusing = (breakers ?? []).map((breaker) => judgeBreaker(breaker, facts));
  // A platform that refuses everything has a reason of its own.
  const hasReason = (target: string): boolean =>
    breakers?.some((breaker) => breaker.target === target) === true ||
    retrying?.some((tasks) => tasks.platform === target && isStuck(tasks)) === true;
  const slow = (slowed ?? []).filter(({ target }) => !hasReason(target));
  return [...stops, ...refusing, ...slow.map(judgeSlowed)];
}

/** Reports a platform that is slowed down so much that its crawls take several times as long. */
function judgeSlowed({ target, speed }: SlowedTarget): VerdictReason {
  return {
    severity: 'degraded',
    code: 'slowed',
    words: `${target} is slowed down to ${Math.round(speed * 100)}% of its limit after refusals, errors or slow answers, which may be those of a single store. It gets faster again while answers come in time.`,
    ...UNKNOWN,
    page: '/platforms',
    api: '/api/platforms',
  };
}

/**
 * From this many pauses on, a platform's refusal is bad: the first pause may be chance, later ones mean that trial requests were refused,
 * too.
 */
const PAUSES_BAD_MIN = 2;

/** Reports a platform that refuses every proxy, so that none of its menus is fetched. */
function judgeBreaker(breaker: OpenBreaker, { retrying, now }: VerdictFacts): VerdictReason {
  const { target, openedAt, openUntil, openings, isTried, lastRefusal } = breaker;
  const waiting = sumOf((retrying ?? []).filter((one) => isRefused(one, [breaker])));
  const isBad = openings >= PAUSES_BAD_MIN && waiting > 0;
  const tasks =
    waiting === 0 ? '' : `, and ${counted(waiting, 'task')} ${waiting === 1 ? 'waits' : 'wait'} for it`;
  const next = isTried
    ? 'A single request tries it now'
    : openUntil <= now
      ? 'The next request tries it'
      : `A single request tries it again in ${formatSpan(minutesBetween(now, openUntil))}`;
  const text = [
    `${target} has refused every proxy for ${formatSpan(minutesBetween(openedAt, now))} (${counted(openings, 'pause')} so far)${tasks}.`,
    ...(lastRefusal === null
      ? []
      : [`What it answered last: ${scrubWords(lastRefusal).replace(/\.$/, '')}.`]),
    `${next}; once a request is answered, work resumes by itself.`,
    ...(isBad
      ? [
          `If it keeps refusing, stop the requests to it, and find out whether ${target} is down or blocks the proxies.`,
        ]
      : []),
  ].join(' ');
  return {
    severity: isBad ? 'bad' : 'degraded',
    code: 'refused',
    words: text,
    ...(isBad ? { remedy: `\`crawlchain platforms stop ${target}\` stops its requests.` } : {}),
    clearsByItself: null,
    clearsAt: openUntil > now ? openUntil : null,
    page: '/platforms',
    api: '/api/overview',
  };
}
