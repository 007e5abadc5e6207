import { expect, test } from 'vitest';
import { judge } from '../../../../reports/verdict/judge.ts';
import type { VerdictFacts } from '../../../../reports/verdict/verdict-facts.ts';
import { ago, expectJudged, facts, openWork } from './make-verdict-facts.ts';

const HOUR = 60;

const silent = (change: Partial<VerdictFacts> = {}): Partial<VerdictFacts> => ({
  overdue: { count: 7, of: 12, oldest: { id: 4, name: 'Copper Fern', fetchedAt: ago(9 * HOUR) } },
  crawls: {
    lastStartAt: ago(9 * HOUR),
    schedule: { id: 'payload_fetch_all', intervalHours: 4, nextRunAt: ago(-3 * HOUR) },
  },
  ...change,
});

const never = (nextRunAt: Date | null): Partial<VerdictFacts> => ({
  crawls: { lastStartAt: null, schedule: { id: 'payload_fetch_all', intervalHours: 4, nextRunAt } },
});

test('where no crawl starts although a schedule should start some, the verdict says since when, in place of what is overdue', () => {
  expectJudged('bad', [
    'silence',
    silent(),
    'No crawl has started for 9 h, nothing waits, and the schedule payload_fetch_all should start some every 4 h: 7 dispensaries are overdue. See what its last runs started, and which state it is for. Its next run is in 3 h.',
  ]);
  expectJudged('bad', [
    'silence',
    silent(never(null)),
    'No crawl has ever started, nothing waits, and the schedule payload_fetch_all should start some every 4 h: 7 dispensaries are overdue. See what its last runs started, and which state it is for.',
  ]);
});

const NOT_SILENT: [why: string, change: Partial<VerdictFacts>, codes: string[]][] = [
  ['a crawl started within the interval', { crawls: facts().crawls }, ['overdue']],
  ['a task waits', { open: openWork(1) }, ['overdue']],
  ['a retry waits for its time', { open: openWork(0, 0, 1) }, ['overdue']],
  ['no schedule should start any', { crawls: { lastStartAt: ago(9 * HOUR), schedule: null } }, ['overdue']],
  ['no dispensary is overdue', { overdue: { count: 0, of: 12, oldest: null } }, []],
  [
    'an empty installation has no dispensary',
    { ...never(null), overdue: { count: 0, of: 0, oldest: null } },
    [],
  ],
];
test.each(NOT_SILENT)('it is not silent where %s', (_, change, codes) => {
  expect(judge(facts(silent(change))).reasons.map(({ code }) => code)).toEqual(codes);
});
