import { sql } from 'kysely';
import { compareStructure, type Drift, type KnownField } from '../../domain/drift.ts';
import type { Structure } from '../../domain/structure.ts';
import type { Db } from '../connect.ts';
import type { StoredPayload } from './payloads.ts';

/** The fields of a payload, and what is known of them without any payload. */
export interface PayloadStructure {
  /** The platform's name of the request that the products came with. */
  operation: string;
  documented: readonly KnownField[];
  structure: Structure;
}

/** A run keeps so many differences; a platform that changed more has changed everything. */
const DRIFT_MAX = 50;

/**
 * Compares a payload with what is known of its platform, and keeps what is new. Inside the transaction of the ingest, so
 * that a difference is told by the run that found it, once. Rows are written in one order, after all others: ingests
 * that learn the same at the same time wait for each other, and none waits in a circle.
 */
export async function learnFields(
  tx: Db,
  payload: StoredPayload,
  { operation, documented, structure }: PayloadStructure,
): Promise<Drift[]> {
  const { rows } = await sql<KnownField>`
    select path, types, presence from payload_fields where platform = ${payload.platform} and operation = ${operation}
  `.execute(tx);
  const known = new Map([...documented, ...rows].map((field) => [field.path, field]));
  const { drift, learned } = compareStructure(known, structure, payload);
  if (learned.length > 0) {
    await sql`
      insert into payload_fields as known
        (platform, operation, path, types, presence, first_payload_id, last_payload_id, drift, drift_payload_id, drifted_at)
      select ${payload.platform}, ${operation}, field.path, field.types, field.presence, ${payload.id}, ${payload.id},
        field.drift, case when field.drift is not null then ${payload.id}::bigint end,
        case when field.drift is not null then now() end
      from json_to_recordset(${JSON.stringify(withDrift(learned, drift))})
        as field (path text, types text[], presence text, drift jsonb)
      order by field.path
      on conflict (platform, operation, path) do update set
        types = array(select distinct type from unnest(known.types || excluded.types) as type order by type),
        -- What another ingest has learned meanwhile counts too.
        presence = case when known.presence = 'sometimes' then 'sometimes' else excluded.presence end,
        last_payload_id = excluded.last_payload_id, changed_at = now(),
        -- What is learned besides says nothing of the drift.
        drift = coalesce(excluded.drift, known.drift),
        drift_payload_id = coalesce(excluded.drift_payload_id, known.drift_payload_id),
        drifted_at = coalesce(excluded.drifted_at, known.drifted_at)
    `.execute(tx);
  }
  return drift.slice(0, DRIFT_MAX);
}

/** What is learned of each field, with the difference that told of it; a field that is gone counts as learned too. */
function withDrift(
  learned: readonly KnownField[],
  drift: readonly Drift[],
): (KnownField & { drift: Drift | null })[] {
  const byPath = new Map(drift.map((one) => [one.path, one]));
  return learned.map((field) => ({ ...field, drift: byPath.get(field.path) ?? null }));
}
