import { LIMITED_PLATFORM, type PlannedJob } from '../load/plan-jobs.ts';
import type { RecordedAttempt } from '../world/attempt-recorder.ts';
import { findingsOf, type Finding } from './finding.ts';

/** A run of a job in the ledger. */
export interface JobRunEnd {
  job: string;
  endedAs: string | null;
  endedAt: Date | null;
  /** How many events record an end of it. */
  endEvents: number;
  scheduledFor: Date | null;
}

interface JobsRecord {
  planned: readonly PlannedJob[];
  /** What the attempts recorded outside the ledger. */
  attempts: readonly RecordedAttempt[];
  runs: readonly JobRunEnd[];
}

/** Checks that each job ended once, in the right state, and that the ledger and the attempts agree on that. */
export function checkEnds({ planned, attempts, runs }: JobsRecord): Finding[] {
  const { findings, add } = findingsOf('jobs');
  const [runsOf, attemptsOf] = [Map.groupBy(runs, ({ job }) => job), Map.groupBy(attempts, ({ job }) => job)];
  for (const { id, expected } of planned) {
    const own = attemptsOf.get(id) ?? [];
    const [run, ...others] = runsOf.get(id) ?? [];
    if (run === undefined || others.length > 0) {
      add(`the runs of ${id}`, 1, run === undefined ? 0 : 1 + others.length);
      continue;
    }
    if (run.endedAs !== expected.endedAs) add(`the end of ${id}`, expected.endedAs, run.endedAs ?? 'none');
    if (run.endEvents !== 1) add(`the events that end ${id}`, 1, run.endEvents);
    if (!expected.runs && own.length > 0) add(`the attempts of ${id}`, 0, own.length);
    if (expected.runs && own.at(-1)?.as !== expected.endedAs)
      add(`the last attempt of ${id}`, expected.endedAs, own.at(-1)?.as ?? 'none');
    for (const { attempt, beganAtMs } of own)
      if (run.endedAt !== null && beganAtMs > run.endedAt.getTime())
        add(`attempt ${attempt} of ${id}`, `none after ${timeOf(run.endedAt)}`, timeOf(beganAtMs));
  }
  return findings;
}

/** Checks that no two attempts of a job, of an account, or of the limited platform were at work at the same time. */
export function checkExclusive({ planned, attempts }: Omit<JobsRecord, 'runs'>): Finding[] {
  const { findings, add } = findingsOf('jobs');
  const jobs = new Map(planned.map((job) => [job.id, job]));
  const inOrder = attempts.toSorted((one, other) => one.beganAtMs - other.beganAtMs);
  const latest = new Map<string, RecordedAttempt>();
  for (const attempt of inOrder)
    for (const turn of turnsOf(attempt.job, jobs.get(attempt.job))) {
      const before = latest.get(turn);
      const beforeEndedAtMs = before?.endedAtMs ?? (before === undefined ? 0 : Infinity);
      if (before !== undefined && beforeEndedAtMs > attempt.beganAtMs)
        add(
          `two attempts of ${turn} at once`,
          `${nameOf(attempt)} after the end of ${nameOf(before)}, ${timeOf(beforeEndedAtMs)}`,
          timeOf(attempt.beganAtMs),
        );
      if (beforeEndedAtMs <= (attempt.endedAtMs ?? Infinity)) latest.set(turn, attempt);
    }
  return findings;
}

/** Checks that no job began before its time, or before the jobs ended that it depends on. */
export function checkWaits({ planned, attempts, runs }: JobsRecord): Finding[] {
  const { findings, add } = findingsOf('jobs');
  const ledger = new Map(runs.map((run) => [run.job, run]));
  const attemptsOf = Map.groupBy(attempts, ({ job }) => job);
  for (const { id, dependsOn } of planned) {
    const beganAtMs = Math.min(...(attemptsOf.get(id) ?? []).map((attempt) => attempt.beganAtMs));
    if (!Number.isFinite(beganAtMs)) continue;
    const scheduledFor = ledger.get(id)?.scheduledFor ?? null;
    if (scheduledFor !== null && beganAtMs < scheduledFor.getTime())
      add(`the beginning of ${id}`, `not before ${timeOf(scheduledFor)}`, timeOf(beganAtMs));
    for (const other of dependsOn) {
      const ends = (attemptsOf.get(other) ?? []).map(({ endedAtMs }) => endedAtMs ?? Infinity);
      const endedAtMs = Math.max(ledger.get(other)?.endedAt?.getTime() ?? Infinity, ...ends);
      if (beganAtMs < endedAtMs)
        add(
          `the beginning of ${id}, which depends on ${other}`,
          `not before ${timeOf(endedAtMs)}`,
          timeOf(beganAtMs),
        );
    }
  }
  return findings;
}

/** Checks that jobs that waited for one slot began in the order of priority, and among equals the oldest first. @param waiting the oldest first */
export function checkOrder(waiting: readonly PlannedJob[], attempts: readonly RecordedAttempt[]): Finding[] {
  const { findings, add } = findingsOf('jobs');
  const ids = new Set(waiting.map(({ id }) => id));
  const expected = waiting.toSorted((one, other) => one.priority - other.priority);
  const begun = [...new Set(attempts.map(({ job }) => job).filter((job) => ids.has(job)))];
  for (const [at, { id, priority }] of expected.entries())
    if (begun[at] !== id)
      add(`begin ${at + 1} of ${expected.length}`, `${id}, priority ${priority}`, begun[at] ?? 'none');
  return findings;
}

function turnsOf(job: string, { platform, account }: Partial<PlannedJob> = {}): string[] {
  return [
    `the job ${job}`,
    ...(account === undefined ? [] : [`the account ${account} of ${platform}`]),
    ...(platform === LIMITED_PLATFORM ? [`the platform ${platform}`] : []),
  ];
}

function nameOf({ job, attempt }: RecordedAttempt): string {
  return `attempt ${attempt} of ${job}`;
}

function timeOf(at: Date | number): string {
  return Number.isFinite(Number(at)) ? new Date(at).toISOString() : 'never';
}
