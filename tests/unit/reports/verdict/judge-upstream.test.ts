import { expect, test } from 'vitest';
import { describeStop } from '../../../../domain/stopped-target.ts';
import { judge } from '../../../../reports/verdict/judge.ts';
import { ago, CALM, expectJudged, facts, retrying, role, type JudgedCase } from './make-verdict-facts.ts';

const breaker = (change: object = {}) => ({
  target: 'dutchie',
  openedAt: ago(3),
  openUntil: ago(-4),
  openings: 3,
  isTried: false,
  lastRefusal: null,
  ...change,
});

/** Facts of a role that is stalled because its platform refuses the requests of all stores. */
const refused = {
  ...retrying({ kind: 'RateLimited', message: null, count: 24, failedSince: 24, since: ago(3) }),
  ...role(22, { state: 'stalled', words: 'stalled: dutchie refuses every proxy', minutes: null }),
};

const DEGRADED: JudgedCase[] = [
  [
    'proxies-resting',
    {
      proxies: {
        ...CALM,
        active: 1,
        others: 3,
        resting: 2,
        firstReadyAt: ago(-4),
        lastError: 'the proxy refuses connections',
      },
    },
    '2 of 3 proxies rest after failures; the first rests for another 4 min, and is tried again within 5 min after that. What went wrong last: the proxy refuses connections.',
    '`crawlchain proxies list` shows them.',
  ],
  [
    'stopped',
    { stopped: [{ target: 'dutchie', stoppedAt: ago(3), because: 'they asked us to' }] },
    'dutchie was stopped 3 min ago: they asked us to.',
    '`crawlchain platforms start dutchie` starts its requests again.',
  ],
  [
    'slowed',
    { slowed: [{ target: 'dutchie', speed: 0.125 }] },
    'dutchie is slowed down to 13% of its limit after refusals, errors or slow answers, which may be those of a single store. It gets faster again while answers come in time.',
  ],
  [
    'refused',
    {
      breakers: [breaker({ openings: 1 })],
      ...refused,
      slowed: [{ target: 'dutchie', speed: 0.1 }],
    },
    'dutchie has refused every proxy for 3 min (1 pause so far), and 24 tasks wait for it. A single request tries it again in 4 min; once a request is answered, work resumes by itself.',
  ],
  [
    'refused',
    { breakers: [breaker({ openUntil: ago(30), lastRefusal: 'HTTP 403 with a challenge page.' })] },
    'dutchie has refused every proxy for 3 min (3 pauses so far). What it answered last: HTTP 403 with a challenge page. The next request tries it; once a request is answered, work resumes by itself.',
  ],
  [
    'refused',
    { breakers: [breaker({ target: 'dutchie/images', isTried: true })] },
    'dutchie/images has refused every proxy for 3 min (3 pauses so far). A single request tries it now; once a request is answered, work resumes by itself.',
  ],
];
test.each(DEGRADED)('%s asks for a person while work goes on', (...one) => expectJudged('degraded', one));

const BAD: JudgedCase[] = [
  [
    'refused',
    { breakers: [breaker()], ...refused },
    'dutchie has refused every proxy for 3 min (3 pauses so far), and 24 tasks wait for it. A single request tries it again in 4 min; once a request is answered, work resumes by itself. If it keeps refusing, stop the requests to it, and find out whether dutchie is down or blocks the proxies.',
    '`crawlchain platforms stop dutchie` stops its requests.',
  ],
  [
    'echo-unreached',
    {
      proxies: {
        active: 3,
        others: 0,
        ...CALM,
        unreached: { tasks: 24, since: ago(110), nextAttemptAt: ago(-4) },
      },
    },
    'All 3 active proxies stopped reaching the echo 110 min ago, so nothing is fetched. 24 tasks are tried again, the next in 4 min. Either the proxies or the echo service is down; which of them is not known, so the proxies stay active.',
    '`crawlchain proxies test` tries each.',
  ],
  [
    'echo-unreached',
    {
      proxies: {
        active: 1,
        others: 0,
        ...CALM,
        unreached: { tasks: 1, since: ago(2), nextAttemptAt: null },
      },
    },
    'The active proxy stopped reaching the echo 2 min ago, so nothing is fetched. 1 task is tried again now. Either the proxies or the echo service is down; which of them is not known, so the proxies stay active.',
    '`crawlchain proxies test` tries each.',
  ],
  [
    'no-active-proxy',
    {
      proxies: {
        active: 0,
        others: 4,
        ...CALM,
        resting: 3,
        firstReadyAt: ago(-8),
        lastError: 'got a challenge page',
      },
      ...role(12, { state: 'stalled', words: 'stalled: no proxy is active', boundBy: 'proxies' }),
    },
    'None of 4 proxies is active, so nothing is fetched. 3 cool down by themselves; the first rests for another 8 min, and is tried again within 5 min after that. What went wrong last: got a challenge page. Where they all fail alike, ask their provider.',
    '`crawlchain proxies list` shows them.',
  ],
  [
    'no-active-proxy',
    {
      proxies: { active: 0, others: 0, ...CALM },
      ...role(1, { state: 'stalled', words: 'stalled: no proxy is active', boundBy: 'proxies' }),
    },
    'There is no proxy, so nothing is fetched.',
    '`crawlchain proxies import` adds some.',
  ],
  [
    'no-active-proxy',
    { proxies: { active: 0, others: 1, ...CALM } },
    'None of 1 proxy is active, so nothing is fetched. An operator disabled it.',
    '`crawlchain proxies enable` uses it again.',
  ],
];
test.each(BAD)('%s says that some work does not go on', (...one) => expectJudged('bad', one));

test('tasks that a stop holds back are counted with the stop, and no longer reported once the platform is started', () => {
  const message = describeStop('dutchie', { since: ago(3), because: 'they asked us to' });
  const held = retrying({ kind: 'RateLimited', message, since: ago(3) });
  const stopped = [{ target: 'dutchie', stoppedAt: ago(3), because: 'they asked us to' }];
  const { reasons } = judge(facts({ ...held, stopped }));
  expect(reasons.map(({ code, clearsByItself }) => [code, clearsByItself])).toEqual([['stopped', false]]);
  expect(reasons[0]?.words).toContain('they asked us to. 12 tasks wait for it.');
  expect(judge(facts(held)).reasons).toEqual([]);
  const asked = retrying({
    kind: 'RateLimited',
    message: 'dutchie asked for a pause, of which 9 s are left.',
  });
  expect(judge(facts(asked)).reasons.map(({ code }) => code)).toEqual(['retrying']);
});

test('tasks that fail for want of a proxy are counted where all proxies are at rest, and not reported a second time', () => {
  const proxies = { ...CALM, active: 0, others: 3, resting: 3, firstReadyAt: ago(-8) };
  for (const kind of ['ProxyFault', 'NoActiveProxy']) {
    const { reasons } = judge(facts({ proxies, ...retrying({ kind }) }));
    expect(reasons.map(({ code }) => code)).toEqual(['no-active-proxy']);
    expect(reasons[0]?.words).toContain('so nothing is fetched, and 12 tasks wait for one. 3 cool down');
  }
});

test('the store that most proxies rest for is named', () => {
  const refusedBy = { id: 7, name: 'Copper Fern', proxies: 2 };
  const proxies = { ...CALM, active: 1, others: 3, resting: 3, firstReadyAt: ago(-4), refusedBy };
  const [reason] = judge(facts({ proxies })).reasons;
  expect(reason?.words).toContain('2 of them were last refused by Copper Fern, which may block everybody.');
  expect(reason?.remedy).toBe(
    '`crawlchain proxies list` shows the proxies, and `crawlchain dispensaries show 7` shows the store.',
  );
  expect(reason?.page).toBe('/dispensaries/7');
});

test('where proxies refuse our credentials, the tasks that fail for it need a person as the proxies do', () => {
  const lastError = 'the proxy refuses our credentials';
  const proxies = { ...CALM, active: 1, others: 3, resting: 3, firstReadyAt: ago(-4), lastError };
  const message = `ProxyFault: ${lastError}`;
  const { reasons } = judge(facts({ proxies, ...retrying({ kind: 'ProxyFault', message }) }));
  expect(reasons.map(({ code, clearsByItself }) => [code, clearsByItself])).toEqual([
    ['retrying', false],
    ['proxies-resting', false],
  ]);
});

test('an installation without proxies and without work lacks nothing', () => {
  expect(judge(facts({ proxies: { active: 0, others: 0, ...CALM } })).verdict).toBe('good');
});

test('where nobody tries a proxy whose rest is over, that is said', () => {
  const proxies = { ...CALM, active: 1, others: 1, resting: 1, firstReadyAt: ago(8) };
  expect(judge(facts({ proxies })).reasons).toMatchObject([
    {
      words: expect.stringContaining(
        'the first was due to be tried again 8 min ago, and no worker has done so',
      ),
    },
  ]);
});

test('a proxy whose rest is over waits for the probe, and no time that has passed is promised', () => {
  const proxies = { ...CALM, active: 1, others: 1, resting: 1, firstReadyAt: ago(2) };
  expect(judge(facts({ proxies })).reasons).toMatchObject([
    {
      words: expect.stringContaining('the first is tried again within 3 min.'),
      remedy:
        '`crawlchain proxies list` shows them. `crawlchain schedules trigger proxy_probe` tries what is due at once.',
      clearsByItself: null,
      clearsAt: null,
    },
  ]);
});

test('what is wrong with proxies links to the page of those proxies', () => {
  const pageOf = (proxies: object) =>
    judge(facts({ proxies: { ...CALM, ...proxies } as never })).reasons[0]?.page;
  expect(pageOf({ active: 0, others: 1 })).toBe('/proxies?state=disabled');
  expect(pageOf({ active: 1, others: 1, resting: 1, firstReadyAt: ago(-4) })).toBe('/proxies?state=resting');
  const unreached = { tasks: 1, since: ago(2), nextAttemptAt: null };
  expect(pageOf({ active: 1, others: 0, unreached })).toBe('/proxies?state=active');
});
