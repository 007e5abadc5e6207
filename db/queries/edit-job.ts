import { sql } from 'kysely';
import type { NotEditable } from '../../domain/job-edit.ts';
import { storable } from '../../domain/storable-text.ts';
import type { Db } from '../connect.ts';
import { storableJson } from '../storable-json.ts';
import {
  IS_SAME_RUN,
  IS_SAME_WORK,
  isKept,
  KEEP_CURSOR,
  NAME_COLUMNS,
  nameValues,
  TAKE_NAME,
  type JobRunName,
} from './job-runs.ts';
import { isAttemptOf } from './run-conditions.ts';

/** Who edits a job, and what. */
export interface EditNote {
  actor: string | null;
  reason: string | null;
  /** The names of the edited fields. */
  fields: readonly string[];
}

/**
 * Records a job that somebody edits, unless one of its attempts has begun. From then on, no attempt with fewer edits begins. A
 * repeated call changes nothing more.
 * @param run as edited, with the number of its edits
 */
export async function editJob(
  db: Db,
  run: JobRunName & { edits: number },
  { actor, reason, fields }: EditNote,
): Promise<'edited' | NotEditable> {
  return db.transaction().execute(async (tx) => {
    const { rows } = await sql`
      insert into jobs as known (${NAME_COLUMNS}, status, progress_percent, updated_at)
      select ${nameValues(run)}, 'pending', null, clock_timestamp() where ${isKept(run)}
      on conflict (id) do update set ${TAKE_NAME},
        status = 'pending', fence = 0, worker = null, retry_count = 0, crash_count = 0, result = null, error_kind = null,
        error_message = null, started_at = null, completed_at = null, updated_at = excluded.updated_at,
        progress_percent = null, progress_message = null,
        downloaded_bytes = case when ${sql.raw(IS_SAME_WORK)} and known.status <> 'completed' then known.downloaded_bytes else 0 end,
        ${KEEP_CURSOR}
      where (${IS_SAME_RUN} and known.status = 'pending' and known.started_at is null)
        or (not (${IS_SAME_RUN}) and known.created_at <= excluded.created_at)
      returning id
    `.execute(tx);
    if (rows.length === 0) return whyNot(tx, run);
    const attempt = { workflowId: `job/${run.id}`, runId: run.workflowRunId };
    // The trigger of the row above keeps the time that the run had before, where it has none now.
    await sql`
      with edited as (
        update runs run set priority = ${run.priority}, scheduled_for = ${run.scheduledFor}, updated_at = clock_timestamp()
        where ${isAttemptOf(sql`run`, attempt)} and run.ended_as is null returning id, run_id
      )
      insert into run_events (topic, event, run_key, run_id, actor, message, data)
      select 'run', 'edited', id, run_id, ${actor}, ${fields.join(', ')},
        ${storableJson({ edit: run.edits, ...(reason === null ? {} : { reason: storable(reason) }) })}::jsonb
      from edited where not exists (
        select from run_events known where known.run_key = edited.id and known.event = 'edited' and known.data->'edit' = to_jsonb(${run.edits}::int))
    `.execute(tx);
    return 'edited';
  });
}

async function whyNot(tx: Db, { id, workflowRunId }: JobRunName): Promise<NotEditable> {
  const { rows } = await sql<{ why: NotEditable }>`
    select case status when 'running' then 'running' when 'pending' then 'retrying' else 'ended' end as why
    from jobs where id = ${id} and workflow_run_id = ${workflowRunId}
  `.execute(tx);
  return rows[0]?.why ?? 'deleted';
}
