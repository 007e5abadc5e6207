import type { DefaultedTime, Json } from './column-types.ts';

/** How far imports have come, as Kysely sees it. */
export interface LegacyImportsTable {
  source: string;
  step: string;
  after_id: number;
  taken: number;
  present: number;
  refused: number;
  refusals: Json<{ id: number; why: string }[]>;
  updated_at: DefaultedTime;
}
