import { sql } from 'kysely';
import type { JobPayload } from '../../domain/job.ts';
import { isSmall, pointerTo } from '../../domain/stored-payload.ts';
import type { Db } from '../connect.ts';
import { storableJson } from '../storable-json.ts';

/** Stores a large payload for a job that is about to start. */
export async function storePayload(
  db: Db,
  jobId: string,
  { sha256, payload }: { sha256: string; payload: JobPayload },
): Promise<void> {
  await sql`
    insert into job_payloads (job_id, sha256, payload) values (${jobId}, ${sha256}, ${storableJson(payload)}::jsonb)
    on conflict (job_id, sha256) do update set stored_at = excluded.stored_at
  `.execute(db);
}

/** Stores a payload that is too large to travel. @returns the payload, or its pointer */
export async function storeLargePayload(db: Db, jobId: string, payload: JobPayload): Promise<JobPayload> {
  if (isSmall(payload)) return payload;
  const pointer = pointerTo(payload);
  await storePayload(db, jobId, { sha256: pointer.stored_payload.sha256, payload });
  return pointer;
}

/** Finds a stored payload of a job; null: it is not stored. */
export async function findStoredPayload(db: Db, jobId: string, sha256: string): Promise<JobPayload | null> {
  const { rows } = await sql<{ payload: JobPayload }>`
    select payload from job_payloads where job_id = ${jobId} and sha256 = ${sha256}
  `.execute(db);
  return rows[0]?.payload ?? null;
}

/**
 * Deletes the stored payloads that no job needs. Keeps those of the last day, whose jobs may not be in the ledger yet; those of open
 * runs; and for a retry, those of the last run.
 */
export async function deleteUnusedPayloads(db: Db): Promise<void> {
  await sql`
    delete from job_payloads stored where stored_at < now() - interval '1 day'
      and not exists (
        select from jobs where id = stored.job_id and payload->'stored_payload'->>'sha256' = stored.sha256
      )
      and not exists (
        select from runs where workflow_id = 'job/' || stored.job_id
          and (ended_as is null or not exists (select from jobs where id = stored.job_id))
      )
  `.execute(db);
}
