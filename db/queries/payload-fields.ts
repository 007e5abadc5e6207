import { sql } from 'kysely';
import { compareStructure, type Drift, type KnownField } from '../../domain/drift.ts';
import type { Structure } from '../../domain/structure.ts';
import type { Db } from '../connect.ts';
import type { StoredPayload } from './payloads.ts';

/** The fields of a payload, and the documented fields. */
export interface PayloadStructure {
  /** The platform's name for the request that returned the products. */
  operation: string;
  documented: readonly KnownField[];
  structure: Structure;
}

/** The maximum number of differences that a run stores; a platform that changed more has changed everything. */
const DRIFT_MAX = 50;

/**
 * Compares a payload with the known fields of its platform, and stores what is new. Runs inside the ingest's transaction, so that
 * each difference is reported once, by the run that found it. Rows are written in a fixed order, after all others, so that
 * concurrent ingests that learn the same fields cannot deadlock.
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
        -- Keeps what another ingest learned meanwhile.
        presence = case when known.presence = 'sometimes' then 'sometimes' else excluded.presence end,
        last_payload_id = excluded.last_payload_id, changed_at = now(),
        -- A report without a drift keeps the recorded drift.
        drift = coalesce(excluded.drift, known.drift),
        drift_payload_id = coalesce(excluded.drift_payload_id, known.drift_payload_id),
        drifted_at = coalesce(excluded.drifted_at, known.drifted_at)
    `.execute(tx);
  }
  return drift.slice(0, DRIFT_MAX);
}

/** Returns the learned fields, each with the difference that revealed it, if any. A field that disappeared counts as learned too. */
function withDrift(
  learned: readonly KnownField[],
  drift: readonly Drift[],
): (KnownField & { drift: Drift | null })[] {
  const byPath = new Map(drift.map((one) => [one.path, one]));
  return learned.map((field) => ({ ...field, drift: byPath.get(field.path) ?? null }));
}
