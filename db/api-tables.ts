import type { Generated } from 'kysely';
import type { Scope } from '../domain/api-scope.ts';
import type { DefaultedTime, OptionalTime } from './column-types.ts';

export interface ApiKeysTable {
  id: string;
  name: string;
  scope: Scope;
  secret_sha256: Buffer;
  created_at: DefaultedTime;
  expires_at: OptionalTime;
  revoked_at: OptionalTime;
  last_used_at: OptionalTime;
  replaced_by: string | null;
}

export interface ApiAuditTable {
  id: Generated<number>;
  at: DefaultedTime;
  request_id: string;
  actor: string;
  actor_name: string;
  address: string | null;
  method: string;
  path: string;
  reason: string | null;
  body: string | null;
  status: number | null;
  summary: string | null;
}
