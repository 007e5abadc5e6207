import type { Generated } from 'kysely';
import type { DefaultedTime } from './column-types.ts';

/** One row: the installation that this database belongs to. */
export interface InstanceTable {
  is_only: Generated<boolean>;
  id: Generated<string>;
  /** `npm start` fills only a sandbox's database with invented stores and proxies. */
  kind: Generated<'sandbox' | 'production'>;
  created_at: DefaultedTime;
}
