import { sql } from 'kysely';
import type { WaitingLook } from '../../domain/belief/doubt-end.ts';
import type { Db } from '../connect.ts';

/** Finds waiting crawls of doubted dispensaries, by workflow id. Each id has at most one open run. */
export async function findWaitingLooks(
  db: Db,
  workflowIds: readonly string[],
): Promise<ReadonlyMap<string, WaitingLook>> {
  if (workflowIds.length === 0) return new Map();
  const { rows } = await sql<WaitingLook & { workflowId: string }>`
    select workflow_id as "workflowId", created_at as since, scheduled_for as due from runs
    where workflow_id = any(${workflowIds}::text[]) and ended_as is null and scheduled_for is not null
  `.execute(db);
  return new Map(rows.map(({ workflowId, ...look }) => [workflowId, look]));
}
