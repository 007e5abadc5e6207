import { expect } from 'vitest';
import { judge } from '../../../../reports/verdict/judge.ts';
import type { RetryingTasks } from '../../../../db/queries/retrying-work.ts';
import type { VerdictFacts } from '../../../../reports/verdict/verdict-facts.ts';

export const NOW = new Date('2026-01-31T12:00:00Z');
export const ago = (minutes: number) => new Date(NOW.getTime() - minutes * 60_000);

/** The state of proxies that need no attention: none cools down, and none fails. */
export const CALM = { resting: 0, firstReadyAt: null, lastError: null, refusedBy: null, unreached: null };

/** The numbers of open doubts when there are none. */
export const NO_DOUBTS = { lookAgain: 0, lastLookAt: null, nextCrawl: 0, person: 0 };

export const worker = (change: object = {}) =>
  ({
    friendly_name: 'Kryll',
    status: 'active',
    clock_ahead_ms: 0,
    active_task_count: 0,
    last_heartbeat_at: ago(90),
    counts_as_lost_at: null,
    is_late: false,
    crashes: 0,
    resources: { backoff_reason: null },
    ...change,
  }) as NonNullable<VerdictFacts['workers']>[number];

/** Returns open work with these numbers of pending tasks and jobs, and of scheduled tasks. */
export const openWork = (tasks = 0, jobs = 0, scheduled = 0): NonNullable<VerdictFacts['open']> => ({
  tasks: { pending: tasks + scheduled, running: 0 },
  jobs: { pending: jobs, running: 0 },
  images: { pending: 0, running: 0 },
  hasMorePending: false,
  scheduled: { count: scheduled, nextAt: null, retries: 0, nextRetryAt: null },
});

type LastHour = NonNullable<VerdictFacts['lastHour']>;

/** Returns the counts of a last hour in which all failures have the same kind. */
export const lastHour = (change: Partial<LastHour> = {}): LastHour => ({
  completed: 100,
  failed: 0,
  failedJobs: 0,
  kind: null,
  kinds: change.kind === undefined ? [] : [change.kind],
  worst: null,
  ...change,
});

/** Returns the facts of a healthy installation, with the given changes. */
export const facts = (change: Partial<VerdictFacts> = {}): VerdictFacts => ({
  now: NOW,
  temporalAway: null,
  ledger: { asOf: ago(0), isStale: false },
  open: openWork(),
  workers: [worker()],
  disks: [],
  roles: [],
  retrying: [],
  jobs: { pending: 0, isServed: true, unknownTypes: [] },
  lastHour: lastHour(),
  failing: { count: 0, worst: null },
  overdue: { count: 0, of: 12, oldest: null },
  crawls: {
    lastStartAt: ago(30),
    schedule: { id: 'payload_fetch_all', intervalHours: 4, nextRunAt: ago(-210) },
  },
  quarantine: { waiting: 0, oldestAt: null, commonest: null },
  rejected: null,
  renamed: null,
  doubts: NO_DOUBTS,
  stopped: [],
  slowed: [],
  breakers: [],
  proxies: { active: 3, others: 1, ...CALM },
  schedules: [],
  ...change,
});

const forecast = (change: object) => ({
  state: 'clears' as const,
  words: 'clears in 35 min',
  minutes: 35,
  growthPerMinute: null,
  boundBy: null,
  ...change,
});

/** Returns the facts of one role that has a backlog. */
export function role(pending: number, change: object): Partial<VerdictFacts> {
  return { roles: [{ role: 'payload_fetch', pending, forecast: forecast(change) }] };
}

/** A case: the code of the reason, the facts, and the expected words and remedy. */
export type JudgedCase = [code: string, change: Partial<VerdictFacts>, words: string, remedy?: string];

/** Expects a verdict of this severity with exactly one reason, which has this code and these words. */
export function expectJudged(severity: 'degraded' | 'bad', [code, change, ...texts]: JudgedCase): void {
  const { verdict, reasons } = judge(facts(change));
  const said = reasons.map(({ code: one, words, remedy }) => [
    one,
    words,
    ...(remedy === undefined ? [] : [remedy]),
  ]);
  expect([verdict, said]).toEqual([severity, [[code, ...texts]]]);
}

/** Returns the facts of tasks that all fail and are retried in four minutes. */
export const retrying = (change: Partial<RetryingTasks> = {}): Partial<VerdictFacts> => ({
  retrying: [
    {
      role: 'payload_fetch',
      platform: 'dutchie',
      count: 12,
      failedSince: 12,
      since: ago(12),
      kind: 'StorageFull',
      message:
        'StorageFull: The disk is full, there is no room for 7.json.gz: /data/payloads has 0 B free of 10 GB',
      workerName: 'Kryll',
      nextAttemptAt: ago(-4),
      lastAttemptAt: ago(-4),
      ...change,
    },
  ],
});
