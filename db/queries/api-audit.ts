import type { Db } from '../connect.ts';

/** A request to the API or a call of the command. */
export interface AuditEntry {
  requestId: string;
  actor: string;
  actorName: string;
  address: string | null;
  method: string;
  path: string;
  reason: string | null;
  body: unknown;
}

/** Records a request, or a call of the command, before it is carried out. @returns its id, for `closeAudit` */
export async function openAudit(db: Db, entry: AuditEntry): Promise<number> {
  const { id } = await db
    .insertInto('api_audit')
    .values({
      request_id: entry.requestId,
      actor: entry.actor,
      actor_name: entry.actorName,
      address: entry.address,
      method: entry.method,
      path: entry.path,
      reason: entry.reason,
      body: entry.body === undefined ? null : JSON.stringify(entry.body),
    })
    .returning('id')
    .executeTakeFirstOrThrow();
  return id;
}

/**
 * Records the HTTP status of the response, or the exit code of the command.
 * @param summary the subject, if path and body do not show it
 */
export async function closeAudit(
  db: Db,
  id: number,
  { status, summary = null }: { status: number; summary?: string | null },
): Promise<void> {
  await db.updateTable('api_audit').set({ status, summary }).where('id', '=', id).execute();
}

export interface AuditRow {
  id: number;
  at: Date;
  request_id: string;
  actor: string;
  actor_name: string;
  address: string | null;
  method: string;
  path: string;
  reason: string | null;
  body: unknown;
  status: number | null;
  summary: string | null;
}

export interface AuditFilter {
  actor: string | null;
  /** Only entries with a lower id; null: from the newest entry. */
  before: number | null;
  limit: number;
}

/** Lists audit entries, newest first. */
export async function listAudit(db: Db, { actor, before, limit }: AuditFilter): Promise<AuditRow[]> {
  return db
    .selectFrom('api_audit')
    .selectAll()
    .$if(actor !== null, (query) => query.where('actor', '=', actor))
    .$if(before !== null, (query) => query.where('id', '<', before))
    .orderBy('id', 'desc')
    .limit(limit)
    .execute();
}
