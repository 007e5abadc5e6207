import type { Db } from '../db/connect.ts';
import { listCompletedStages, type CompletedStage } from '../db/queries/tasks.ts';
import type { Role } from '../domain/role.ts';
import type { AnswerAge, TaskBook } from './task-book.ts';
import { ledgerTask, type Task } from './task.ts';

/**
 * The work of roles that was completed last, newest first: stages of chains, of which the ledger has all, and workflows of
 * their own, as long as Temporal keeps them. A stage is shown as the task of its chain, with the times of the stage.
 */
export async function readCompletions(
  { db, book }: { db: Db; book: TaskBook },
  roles: readonly Role[],
  limit: number,
): Promise<AnswerAge & { items: Task[] }> {
  const { items, ...age } = await book.closedElsewhere({ roles, statuses: ['completed'] });
  const stages = await Promise.all(roles.map((role) => listCompletedStages(db, role, limit)));
  const completed = [...stages.flat().map(taskOfStage), ...items].toSorted(
    (one, other) => (other.completed_at?.getTime() ?? 0) - (one.completed_at?.getTime() ?? 0),
  );
  return { ...age, items: completed.slice(0, limit) };
}

function taskOfStage({
  chain,
  role,
  stage,
  startedAt,
  completedAt,
  worker,
  attempts,
  result,
}: CompletedStage): Task {
  return {
    ...ledgerTask(chain),
    role,
    status: 'completed',
    stage: stage === 'resolve' ? null : stage,
    worker_id: worker,
    claimed_at: startedAt,
    started_at: startedAt,
    completed_at: completedAt,
    result,
    error_message: null,
    retry_count: attempts - 1,
  };
}
