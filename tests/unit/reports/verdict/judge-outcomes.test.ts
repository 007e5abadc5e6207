import { expect, test } from 'vitest';
import { judge } from '../../../../reports/verdict/judge.ts';
import { ago, expectJudged, facts, lastHour, NO_DOUBTS, type JudgedCase } from './make-verdict-facts.ts';

const alike = (dispensaries: number) => ({
  fault: 'unpriced',
  platform: 'dutchie',
  direction: null,
  dispensaries,
  rule: 'unpriced',
  payloadId: 1,
});

const DEGRADED: JudgedCase[] = [
  [
    'quarantine',
    {
      quarantine: { waiting: 3, oldestAt: ago(90), commonest: alike(2) },
      doubts: { lookAgain: 2, lastLookAt: ago(-24), nextCrawl: 0, person: 1 },
    },
    '3 menus are doubted, the oldest for 90 min: 2 clear by themselves within 24 min, 1 needs a person.',
  ],
  [
    'quarantine',
    {
      quarantine: { waiting: 9, oldestAt: ago(90), commonest: alike(3) },
      doubts: { ...NO_DOUBTS, person: 9 },
    },
    '9 menus are doubted, the oldest for 90 min: 9 need a person. 3 dispensaries of dutchie are doubted alike because products have no price any longer: dutchie may have changed what it sends. The catalog keeps the previous menus.',
  ],
  [
    'quarantine',
    {
      quarantine: { waiting: 3, oldestAt: ago(90), commonest: alike(3) },
      doubts: { ...NO_DOUBTS, person: 3 },
      renamed: { first: { from: 'prices', to: 'cost' }, count: 2 },
    },
    '3 menus are doubted, the oldest for 90 min: 3 need a person. 3 dispensaries of dutchie are doubted alike because products have no price any longer: dutchie has probably renamed `prices` to `cost`, and 1 other field too. The catalog keeps the previous menus.',
  ],
  [
    'quarantine',
    {
      quarantine: {
        waiting: 4,
        oldestAt: null,
        commonest: { ...alike(3), fault: 'repriced', rule: null, direction: 'up' },
      },
      doubts: { ...NO_DOUBTS, lookAgain: 1, lastLookAt: ago(3), nextCrawl: 3 },
    },
    '4 menus are doubted: 1 clears by itself within less than a minute, 3 clear by themselves with the next crawl of their stores. 3 dispensaries of dutchie are doubted alike because of the fault `repriced` (upward): dutchie may have changed what it sends. The catalog keeps the previous menus.',
  ],
  [
    'quarantine',
    {
      quarantine: { waiting: 1, oldestAt: null, commonest: null },
      doubts: { ...NO_DOUBTS, nextCrawl: 1 },
    },
    '1 menu is doubted: 1 clears by itself with the next crawl of its store.',
  ],
  [
    'failing',
    { failing: { count: 1, worst: { id: 4, name: 'Copper Fern', failures: 4, kind: 'Blocked' } } },
    'Copper Fern failed 4 times within a day, last as Blocked, and has not succeeded since.',
  ],
  [
    'failing',
    { failing: { count: 2, worst: { id: 4, name: 'Copper Fern', failures: 5, kind: null } } },
    '2 dispensaries failed three times or more within a day, and have not succeeded since. Copper Fern failed most often: 5 times.',
  ],
  [
    'overdue',
    { overdue: { count: 2, of: 12, oldest: { id: 4, name: 'Copper Fern', fetchedAt: ago(540) } } },
    '2 of 12 dispensaries have no menu as new as their schedule demands. The oldest is Copper Fern, whose menu is 9 h old; its tasks say why.',
  ],
  [
    'overdue',
    { overdue: { count: 1, of: 12, oldest: { id: 4, name: 'Copper Fern', fetchedAt: null } } },
    '1 of 12 dispensaries has no menu as new as its schedule demands. The oldest is Copper Fern, which never had one; its tasks say why.',
  ],
  [
    'failures',
    { lastHour: lastHour({ completed: 7, failed: 3, kind: 'Blocked' }) },
    '3 of 10 tasks and jobs that ended within the last hour failed, most often as Blocked, and have not succeeded since.',
  ],
  [
    'failures',
    {
      lastHour: lastHour({
        completed: 6,
        failed: 4,
        failedJobs: 1,
        kind: 'Blocked',
        worst: { name: 'Tin Roof', failed: 3 },
      }),
    },
    '4 of 10 tasks and jobs that ended within the last hour failed, 1 of them a job, 3 of them at Tin Roof, most often as Blocked, and have not succeeded since.',
  ],
  [
    'failures',
    {
      lastHour: lastHour({
        completed: 7,
        failed: 3,
        kind: 'Blocked',
        worst: { name: 'Tin Roof', failed: 3 },
      }),
    },
    '3 of 10 tasks and jobs that ended within the last hour failed, all of them at Tin Roof, most often as Blocked, and have not succeeded since.',
  ],
  [
    'failures',
    { lastHour: lastHour({ completed: 7, failed: 3, failedJobs: 1, kind: 'Blocked' }) },
    '3 of 10 tasks and jobs that ended within the last hour failed, 1 of them a job, most often as Blocked, and have not succeeded since.',
  ],
];
test.each(DEGRADED)('%s asks for a person while work goes on', (...one) => expectJudged('degraded', one));

const BAD: JudgedCase[] = [
  [
    'failures',
    { lastHour: lastHour({ completed: 5, failed: 5, kind: 'NoActiveProxy' }) },
    '5 of 10 tasks and jobs that ended within the last hour failed, most often as NoActiveProxy, and have not succeeded since.',
  ],
];
test.each(BAD)('%s says that some work does not go on', (...one) => expectJudged('bad', one));

test('what one dispensary alone fails is one reason, unless most of the work fails', () => {
  const failing = { count: 1, worst: { id: 4, name: 'Tin Roof', failures: 3, kind: 'Blocked' } };
  const worst = { name: 'Tin Roof', failed: 3 };
  const codesOf = (hour: Parameters<typeof lastHour>[0]) =>
    judge(facts({ failing, lastHour: lastHour({ kind: 'Blocked', ...hour }) })).reasons.map(
      ({ code }) => code,
    );
  expect(codesOf({ completed: 7, failed: 3, worst })).toEqual(['failing']);
  expect(codesOf({ completed: 7, failed: 4, worst })).toEqual(['failures', 'failing']);
  expect(codesOf({ completed: 7, failed: 3, worst: { ...worst, name: 'Mesa Leaf' } })).toHaveLength(2);
  expect(codesOf({ completed: 2, failed: 5, worst: { ...worst, failed: 5 } })).toEqual([
    'failures',
    'failing',
  ]);
});

test('a few failures among many are usual', () => {
  expect(judge(facts({ lastHour: lastHour({ completed: 95, failed: 5, kind: 'Blocked' }) })).verdict).toBe(
    'good',
  );
});

test('where only jobs failed, the reason leads to the list of jobs', () => {
  const linksOf = (failedJobs: number) =>
    judge(facts({ lastHour: lastHour({ completed: 2, failed: 3, failedJobs, kind: null }) })).reasons.map(
      ({ page, api, words }) => [page, api, words.includes('all of them jobs')],
    );
  expect(linksOf(3)).toEqual([
    ['/jobs?q=status%3Afailed%20ended%3A%3C1h', '/api/jobs?status=failed&sort=ended', true],
  ]);
  expect(linksOf(2)).toEqual([['/#failures', '/api/tasks?status=failed&sort=ended', false]]);
});

test('a renamed field needs a person, even if the menus would be believed by themselves', () => {
  const quarantine = { waiting: 3, oldestAt: null, commonest: alike(3) };
  const renamed = { first: { from: 'inventory', to: 'stock' }, count: 1 };
  const doubts = { ...NO_DOUBTS, lookAgain: 3, lastLookAt: ago(-30) };
  expect(judge(facts({ quarantine, renamed, doubts })).reasons).toMatchObject([
    {
      clearsByItself: false,
      words: expect.stringMatching(
        /3 clear by themselves within 30 min\..+Menus that clear by themselves are believed without `inventory`; reject them to keep the catalog\.$/,
      ),
    },
  ]);
});

test('a renamed field is remembered after its menus were rejected, until the same fault is doubted again', () => {
  const renamed = { first: { from: 'inventory', to: 'stock' }, count: 1 };
  const rejected = { platform: 'dutchie', fault: 'prices', dispensaries: 3, payloadId: 9, renamed };
  expect(judge(facts({ rejected })).reasons).toMatchObject([
    {
      code: 'rejected',
      severity: 'degraded',
      clearsByItself: false,
      words:
        '3 dispensaries of dutchie keep an older menu, because newer ones were rejected alike. dutchie has probably renamed `inventory` to `stock`. As long as the cause stays, their next crawls are doubted again.',
    },
  ]);
  expect(judge(facts({ rejected: { ...rejected, dispensaries: 2 } })).verdict).toBe('good');
  const doubting = (platform: string) => ({
    quarantine: {
      waiting: 1,
      oldestAt: null,
      commonest: { platform, fault: 'prices', dispensaries: 1, direction: null, rule: null, payloadId: 12 },
    },
  });
  const codes = (platform: string) =>
    judge(facts({ rejected, ...doubting(platform) })).reasons.map(({ code }) => code);
  expect(codes('dutchie')).toEqual(['quarantine']);
  expect(codes('blaze').toSorted()).toEqual(['quarantine', 'rejected']);
});
