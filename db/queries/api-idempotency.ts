import { sql } from 'kysely';
import type { Db } from '../connect.ts';

/** A request without an answer after this time counts as abandoned, and may be carried out again. */
const ABANDONED_SECONDS = 120;

/** How long answers are kept. */
const KEPT_DAYS = 7;

/** A request with an Idempotency-Key. */
export interface KeyedRequest {
  actor: string;
  key: string;
  /** Hash of method, path and body; identifies a repeat of the same request. */
  requestSha256: string;
}

export interface KeptAnswer {
  status: number;
  contentType: string;
  answer: string;
}

/** The state of a key: the request is ours to carry out, was answered, or is being carried out; or a different request has the key. */
export type Taken =
  | { is: 'ours'; startId: string }
  | { is: 'answered'; kept: KeptAnswer }
  | { is: 'under way' }
  | { is: 'another request' };

/** Claims a request, so that a repeat waits for its answer. @param startId kept if the request is new; a repeat gets the kept one */
export async function takeRequest(db: Db, request: KeyedRequest, startId: string): Promise<Taken> {
  const { actor, key, requestSha256 } = request;
  const { rows } = await sql<{ startId: string }>`
    insert into api_idempotency as kept (actor, key, request_sha256, start_id)
    values (${actor}, ${key}, ${requestSha256}, ${startId})
    on conflict (actor, key) do update set taken_at = clock_timestamp()
    where kept.status is null and kept.request_sha256 = excluded.request_sha256
      and kept.taken_at < clock_timestamp() - ${ABANDONED_SECONDS} * interval '1 second'
    returning start_id as "startId"
  `.execute(db);
  return rows[0] === undefined ? lookAt(db, request) : { is: 'ours', startId: rows[0].startId };
}

async function lookAt(db: Db, { actor, key, requestSha256 }: KeyedRequest): Promise<Taken> {
  const { rows } = await sql<{ isSame: boolean; status: number | null; contentType: string; answer: string }>`
    select request_sha256 = ${requestSha256} as "isSame", status, content_type as "contentType", answer
    from api_idempotency where actor = ${actor} and key = ${key}
  `.execute(db);
  const [row] = rows;
  if (row === undefined) return { is: 'under way' };
  if (!row.isSame) return { is: 'another request' };
  const { status, contentType, answer } = row;
  return status === null ? { is: 'under way' } : { is: 'answered', kept: { status, contentType, answer } };
}

/** Stores the answer, with the workflow that the request started. */
export async function keepAnswer(
  db: Db,
  { actor, key }: KeyedRequest,
  kept: KeptAnswer & { workflowId: string | null; runId: string | null },
): Promise<void> {
  await sql`
    update api_idempotency set status = ${kept.status}, content_type = ${kept.contentType}, answer = ${kept.answer},
      workflow_id = ${kept.workflowId}, run_id = ${kept.runId}
    where actor = ${actor} and key = ${key}
  `.execute(db);
}

/** Deletes expired answers. */
export async function deleteOldAnswers(db: Db): Promise<void> {
  await sql`
    delete from api_idempotency where created_at < now() - ${KEPT_DAYS} * interval '1 day'
  `.execute(db);
}

/** Releases a failed request, so that it may be carried out again. Keeps its start id, in case the start took effect. */
export async function releaseRequest(db: Db, { actor, key }: KeyedRequest): Promise<void> {
  await sql`
    update api_idempotency set taken_at = '-infinity' where actor = ${actor} and key = ${key} and status is null
  `.execute(db);
}
