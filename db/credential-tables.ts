import type { Generated } from 'kysely';
import type { DefaultedTime, OptionalTime } from './column-types.ts';

export interface CredentialsTable {
  name: string;
  /** Only jobs of this platform and account may use it; null: of any. */
  platform: string | null;
  account: string | null;
  sealed_value: string;
  set_by: string | null;
  created_at: DefaultedTime;
  updated_at: DefaultedTime;
  last_used_at: OptionalTime;
}

export interface AccountIdentitiesTable {
  /** Empty: jobs without a platform. */
  platform: string;
  account: string;
  /** The proxy may have been deleted. Null: its sessions use none. */
  proxy_id: number | null;
  profile: string;
  sealed_cookies: Generated<string | null>;
  pinned_at: DefaultedTime;
  pinned_because: string | null;
  /** The number of the session of the account that was opened last. */
  sessions: Generated<number>;
}
