import type { Generated } from 'kysely';
import type { DefaultedTime, OptionalTime, Time } from './column-types.ts';

export interface ProxiesTable {
  id: Generated<number>;
  host: string;
  port: number;
  username: string | null;
  password: string | null;
  protocol: 'http' | 'https' | 'socks5';
  is_active: Generated<boolean>;
  last_used_at: OptionalTime;
  failure_count: Generated<number>;
  success_count: Generated<number>;
  consecutive_failures: Generated<number>;
  consecutive_faults: Generated<number>;
  consecutive_403_count: Generated<number>;
  avg_response_time_ms: number | null;
  last_failure_at: OptionalTime;
  last_error: string | null;
  exit_address: string | null;
  owner: string | null;
  country_code: string | null;
  max_concurrent: Generated<number>;
  cooldown_until: OptionalTime;
  cooldowns: Generated<number>;
  cooled_for: string | null;
  fresh_start_event_id: Generated<number>;
  created_at: DefaultedTime;
}

export interface ProxyTargetsTable {
  proxy_id: number;
  target: string;
  success_count: Generated<number>;
  blocked_count: Generated<number>;
  fault_count: Generated<number>;
  bytes: Generated<number>;
  consecutive_failures: Generated<number>;
  avg_response_time_ms: number | null;
  last_success_at: OptionalTime;
  last_failure_at: OptionalTime;
  last_error: string | null;
  pruned_success_count: Generated<number>;
  pruned_blocked_count: Generated<number>;
  pruned_fault_count: Generated<number>;
  pruned_bytes: Generated<number>;
}

export interface ProxyLeasesTable {
  id: string;
  proxy_id: number;
  target: string;
  expires_at: Time;
}

export interface TargetBreakersTable {
  target: string;
  opened_at: DefaultedTime;
  open_until: Time;
  openings: Generated<number>;
  trial_lease_id: string | null;
}

export interface ProxyEventsTable {
  id: Generated<number>;
  attempt_key: string;
  proxy_id: number;
  target: string;
  page_url: Generated<string>;
  outcome: 'success' | 'blocked' | 'fault' | 'broken';
  detail: string | null;
  response_time_ms: number | null;
  bytes: Generated<number>;
  is_counted: Generated<boolean>;
  at: DefaultedTime;
}
