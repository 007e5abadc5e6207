import type { DefaultedTime, Json } from './column-types.ts';

/** How far imports have come, as Kysely sees it. */
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

/** Payloads that are not whole here, as Kysely sees them. */
export interface LegacyIncompletePayloadsTable {
  source: string;
  payload_id: number;
}
