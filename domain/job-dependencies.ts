import { JOB_DEPENDENCIES_MAX, JOB_ID, type OnFailure } from './job.ts';

/** How a job that another one depends on ended; `missing`: there is no such job. */
export const DEPENDENCY_ENDS = ['completed', 'failed', 'cancelled', 'missing'] as const;

export type DependencyEnd = (typeof DEPENDENCY_ENDS)[number];

/** A job that another one depends on; `endedAs` is null while it is open. */
export interface Dependency {
  id: string;
  endedAs: DependencyEnd | null;
}

/** What is known about the dependencies of a job. It names few of them, because each check adds it to the workflow's history. */
export interface DependencyNews {
  /** How many are open, and the first of them. */
  open: { count: number; first: string } | null;
  /** The first that did not complete. */
  failed: Dependency | null;
  /** A chain of open jobs that wait for each other, from the job back to itself; null: there is none. */
  cycle: string[] | null;
}

/** What a job does next, given its dependencies. */
export type DependencyStep = { is: 'wait' | 'fail' | 'skip'; reason: string } | { is: 'run' };

/** Whether a value is a list of ids that a job may depend on. */
export function isDependencyList(value: unknown): boolean {
  return (
    Array.isArray(value) &&
    value.length <= JOB_DEPENDENCIES_MAX &&
    value.every((id) => typeof id === 'string' && JOB_ID.test(id))
  );
}

/** Summarizes the dependencies of a job. */
export function summarizeDependencies(all: readonly Dependency[], cycle: string[] | null): DependencyNews {
  const open = all.filter(({ endedAs }) => endedAs === null);
  const [first] = open;
  return {
    open: first === undefined ? null : { count: open.length, first: first.id },
    failed: all.find(({ endedAs }) => endedAs !== null && endedAs !== 'completed') ?? null,
    cycle,
  };
}

/** Decides what a job does next. One that is not to run after a failure does not wait for its other dependencies. */
export function stepAfter({ open, failed, cycle }: DependencyNews, onFailure: OnFailure): DependencyStep {
  if (cycle !== null) return { is: 'fail', reason: `${describeCycle(cycle)}.` };
  if (failed !== null && onFailure !== 'run') return { is: onFailure, reason: describeFailed(failed) };
  return open === null ? { is: 'run' } : { is: 'wait', reason: describeOpen([open.first], open.count) };
}

/** Describes jobs that wait for each other. @param cycle from a job back to itself */
export function describeCycle(cycle: readonly string[]): string {
  return `These jobs would wait for each other: ${cycle.join(' → ')}`;
}

/**
 * Describes the open jobs that a job waits for.
 * @param ids some of them
 */
export function describeOpen(ids: readonly string[], count: number): string {
  if (count === 1) return `the end of the job ${ids[0]}`;
  const more = count - ids.length;
  return `the end of ${count} jobs: ${ids.join(', ')}${more > 0 ? ` and ${more} more` : ''}`;
}

const ENDS = {
  failed: 'failed',
  cancelled: 'was cancelled or skipped',
  missing: 'was deleted, or never existed',
};

function describeFailed({ id, endedAs }: Dependency): string {
  return `The job ${id}, which it depends on, ${ENDS[endedAs as keyof typeof ENDS]}.`;
}
