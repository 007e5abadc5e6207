import type { DefaultedTime, Json } from './column-types.ts';

/** The table of import progress, for Kysely. */
export interface LegacyImportsTable {
  source: string;
  step: string;
  after_id: number;
  taken: number;
  present: number;
  merged: number;
  refused: number;
  refusals: Json<{ id: number; why: string }[]>;
  updated_at: DefaultedTime;
}

/** The table of incomplete payloads, for Kysely. */
export interface LegacyIncompletePayloadsTable {
  source: string;
  payload_id: number;
}
