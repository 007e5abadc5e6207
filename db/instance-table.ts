import type { Generated } from 'kysely';
import type { DefaultedTime } from './column-types.ts';

/** One row: which installation this database belongs to. */
export interface InstanceTable {
  is_only: Generated<boolean>;
  id: Generated<string>;
  /** `npm start` fills that of a sandbox with invented stores and proxies, and no other. */
  kind: Generated<'sandbox' | 'production'>;
  created_at: DefaultedTime;
}
