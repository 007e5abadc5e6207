import type { Db } from '../db/connect.ts';
import { listLastCompleted, readLedgerAge, type LedgerAge } from '../db/queries/runs.ts';
import { listCompletedStages, type CompletedStage } from '../db/queries/tasks.ts';
import type { Role } from '../domain/role.ts';
import { taskOf, type Task } from './task.ts';

/**
 * Lists the last completed work of roles, the newest first: stages of chains, and whole workflows. A stage appears as the task of its
 * chain, with the times of the stage.
 */
export async function readCompletions(
  db: Db,
  roles: readonly Role[],
  limit: number,
): Promise<LedgerAge & { items: Task[] }> {
  const [age, others, ...stages] = await Promise.all([
    readLedgerAge(db),
    listLastCompleted(db, roles, limit),
    ...roles.map((role) => listCompletedStages(db, role, limit)),
  ]);
  const completed = [...stages.flat().map(taskOfStage), ...others.map(taskOf)].toSorted(
    (one, other) => (other.completed_at?.getTime() ?? 0) - (one.completed_at?.getTime() ?? 0),
  );
  return { ...age, items: completed.slice(0, limit) };
}

function taskOfStage({ run, ...done }: CompletedStage): Task {
  return {
    ...taskOf(run),
    role: done.role,
    status: 'completed',
    stage: done.stage === 'resolve' ? null : done.stage,
    worker_id: done.worker,
    worker_name: done.workerName,
    claimed_at: done.startedAt,
    started_at: done.startedAt,
    completed_at: done.completedAt,
    result: done.result,
    error_message: null,
    retry_count: done.attempts - 1,
  };
}
