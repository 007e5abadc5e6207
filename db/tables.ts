import type { ColumnType, Generated } from 'kysely';
import type { PlatformName } from '../domain/dispensary.ts';
import type { RunStatus } from '../domain/crawl-run.ts';
import type { Drift, Presence } from '../domain/drift.ts';
import type { FieldType } from '../domain/structure.ts';
import type { BrandLogosTable, ImageFilesTable } from './image-tables.ts';
import type { DefaultedTime, OptionalTime, Time } from './column-types.ts';
import type { ApiAuditTable, ApiKeysTable } from './api-tables.ts';
import type { AccountIdentitiesTable, CredentialsTable } from './credential-tables.ts';
import type { InstanceTable } from './instance-table.ts';
import type {
  DeletedJobRunsTable,
  JobDependenciesTable,
  JobFilesTable,
  JobLogTable,
  JobPayloadsTable,
  JobsTable,
  JobStateTable,
  JobTurnsTable,
} from './jobs-table.ts';
import type { LegacyImportsTable, LegacyIncompletePayloadsTable } from './legacy-imports-table.ts';
import type {
  ProxiesTable,
  ProxyEventsTable,
  ProxyLeasesTable,
  ProxyTargetsTable,
  TargetBreakersTable,
} from './proxy-tables.ts';
import type {
  LedgerStateTable,
  ReportedProblemsTable,
  RunEventsTable,
  RunHeartbeatsTable,
  RunsTable,
} from './runs-tables.ts';
import type { StoreLocksTable, StoreWaitersTable } from './store-lock-tables.ts';
import type { WorkersTable } from './workers-table.ts';

/** The tables, for Kysely. Money is text, times are Dates, ids are numbers. */
export interface Tables {
  dispensaries: DispensariesTable;
  dutchie_discovery_locations: DiscoveryLocationsTable;
  proxies: ProxiesTable;
  proxy_events: ProxyEventsTable;
  proxy_targets: ProxyTargetsTable;
  proxy_leases: ProxyLeasesTable;
  target_breakers: TargetBreakersTable;
  crawl_runs: CrawlRunsTable;
  stage_runs: StageRunsTable;
  store_locks: StoreLocksTable;
  store_waiters: StoreWaitersTable;
  runs: RunsTable;
  run_heartbeats: RunHeartbeatsTable;
  run_events: RunEventsTable;
  reported_problems: ReportedProblemsTable;
  ledger_state: LedgerStateTable;
  persisted_queries: PersistedQueriesTable;
  pace: PaceTable;
  raw_crawl_payloads: RawCrawlPayloadsTable;
  payload_fields: PayloadFieldsTable;
  store_products: StoreProductsTable;
  store_product_snapshots: SnapshotsTable;
  brand_logos: BrandLogosTable;
  image_files: ImageFilesTable;
  jobs: JobsTable;
  job_dependencies: JobDependenciesTable;
  job_turns: JobTurnsTable;
  deleted_job_runs: DeletedJobRunsTable;
  job_files: JobFilesTable;
  job_log: JobLogTable;
  job_payloads: JobPayloadsTable;
  job_state: JobStateTable;
  credentials: CredentialsTable;
  account_identities: AccountIdentitiesTable;
  workers: WorkersTable;
  api_keys: ApiKeysTable;
  api_audit: ApiAuditTable;
  legacy_imports: LegacyImportsTable;
  legacy_incomplete_payloads: LegacyIncompletePayloadsTable;
  instance: InstanceTable;
}

interface StorePlace {
  address: string | null;
  city: string | null;
  state: string | null;
  postal_code: string | null;
  country: string | null;
  latitude: number | null;
  longitude: number | null;
  time_zone: string | null;
  phone: string | null;
}

interface DispensariesTable extends StorePlace {
  id: Generated<number>;
  name: string;
  platform: PlatformName;
  platform_dispensary_id: string | null;
  slug: string;
  menu_url: string;
  api_url: string | null;
  crawl_enabled: Generated<boolean>;
  crawl_stopped_at: OptionalTime;
  crawl_stopped_by: Generated<string | null>;
  crawl_stopped_because: Generated<string | null>;
  fetch_mode: Generated<'http' | 'browser' | 'auto'>;
  browser_until: OptionalTime;
  closed_at: OptionalTime;
  added_as: Generated<string[]>;
  first_crawl_at: OptionalTime;
  last_crawl_at: OptionalTime;
  last_crawl_started_at: OptionalTime;
  last_fetch_at: OptionalTime;
  current_payload_fetched_at: OptionalTime;
  product_count: Generated<number>;
  crawl_interval_hours: Generated<number | null>;
  adapted_interval_hours: Generated<number | null>;
  created_at: DefaultedTime;
  updated_at: DefaultedTime;
}

interface DiscoveryLocationsTable extends StorePlace {
  id: Generated<number>;
  platform: PlatformName;
  platform_dispensary_id: string;
  name: string;
  slug: string;
  menu_url: string;
  status: string | null;
  dispensary_id: number | null;
  rejected_because: string | null;
  admitted_reasons: string[] | null;
  admitted_at: OptionalTime;
  admitted_by: string | null;
  first_seen_at: DefaultedTime;
  last_seen_at: DefaultedTime;
}

interface CrawlRunsTable {
  id: Generated<number>;
  dispensary_id: number;
  role: string;
  workflow_id: string;
  workflow_run_id: string;
  status: Generated<RunStatus>;
  fence: number;
  /** The worker that last entered a stage, the stage, the fence, the activity and its attempt; null in rows from before migration 0047. */
  entered_by: string | null;
  entered_stage: string | null;
  entered_fence: number | null;
  entered_activity: string | null;
  entered_attempt: number | null;
  /** How many attempts followed the first attempts of the chain's activities. */
  retry_count: Generated<number>;
  payload_id: number | null;
  counts: ColumnType<Record<string, unknown>, string | undefined, string>;
  error_kind: string | null;
  error_message: string | null;
  started_at: DefaultedTime;
  ended_at: OptionalTime;
  created_at: ColumnType<Date, never, never>;
}

interface StageRunsTable {
  id: Generated<number>;
  crawl_run_id: number;
  stage: 'resolve' | 'fetch' | 'ingest' | 'images';
  role: string;
  worker: string;
  attempts: Generated<number>;
  outcome: 'completed' | 'failed' | null;
  result: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  started_at: DefaultedTime;
  ended_at: OptionalTime;
}

interface PersistedQueriesTable {
  platform: PlatformName;
  operation: string;
  hash: string;
  learned_at: OptionalTime;
  rejected_at: OptionalTime;
}

interface RawCrawlPayloadsTable {
  id: Generated<number>;
  dispensary_id: number;
  crawl_run_id: number | null;
  platform: PlatformName;
  storage_path: string;
  held_by: string | null;
  sha256: string;
  size_bytes: number;
  size_bytes_raw: number;
  product_count: number;
  pages: number;
  total_count: number | null;
  missing_count: Generated<number>;
  list_prices_up: number | null;
  list_prices_down: number | null;
  fields_selected: Generated<boolean>;
  page_hashes: Generated<string[]>;
  proxy_id: number | null;
  browser_profile: string;
  exit_address: string | null;
  fetch_duration_ms: number;
  fetched_at: Time;
  ingested_at: OptionalTime;
  verdict: Generated<'accepted' | 'suspect' | 'confirmed' | 'rejected'>;
  suspicion: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
  decided_by: string | null;
  decided_because: string | null;
  decided_at: OptionalTime;
  confirmed_by: ColumnType<number[] | null, string | null | undefined, string | null>;
  file_state: Generated<'stored' | 'missing' | 'corrupt' | 'expired'>;
  file_checked_at: OptionalTime;
  ingest_counts: ColumnType<Record<string, unknown> | null, string | null | undefined, string | null>;
}

interface PayloadFieldsTable {
  platform: PlatformName;
  operation: string;
  path: string;
  types: FieldType[];
  presence: Presence;
  first_payload_id: number | null;
  last_payload_id: number | null;
  first_seen_at: DefaultedTime;
  changed_at: DefaultedTime;
  /** The latest difference from the known field, with its payload and time. */
  drift: ColumnType<Drift | null, string | null | undefined, string | null>;
  drift_payload_id: number | null;
  drifted_at: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

interface StoreProductsTable {
  id: Generated<number>;
  dispensary_id: number;
  provider: string;
  provider_product_id: string;
  former_provider_product_ids: Generated<string[]>;
  name: string;
  brand_name: string | null;
  price_rec: string | null;
  price_med: string | null;
  price_rec_special: string | null;
  price_med_special: string | null;
  price_option: string | null;
  is_on_special: boolean;
  is_in_stock: boolean;
  stock_status: 'in_stock' | 'oos';
  quantity: number | null;
  stock_as_of: OptionalTime;
  consecutive_misses: number;
  first_missed_at: OptionalTime;
  image_url: string | null;
  local_image_path: string | null;
  image_failures: Generated<number>;
  image_error: string | null;
  image_failed_at: OptionalTime;
  image_run_id: number | null;
  content_hash: string | null;
  last_seen_at: Time;
  updated_at: DefaultedTime;
}

interface SnapshotsTable {
  store_product_id: number;
  payload_id: number;
  dispensary_id: number;
  price_rec: string | null;
  price_option: string | null;
  is_in_stock: boolean;
  fetched_at: Time;
}

/** The pace of requests to a platform or another host; the database function `take_turn` reads it. */
interface PaceTable {
  target: string;
  requests_per_second: number | null;
  max_concurrent_requests: number | null;
  stopped_at: OptionalTime;
  stopped_because: string | null;
  crawl_delay_ms: Generated<number>;
  last_sent_at: OptionalTime;
  waits_until: OptionalTime;
  limits_in_a_row: Generated<number>;
  speed: Generated<number>;
  slowed_at: OptionalTime;
  latency_recent_ms: number | null;
  latency_usual_ms: number | null;
  latency_samples: Generated<number>;
  revision: Generated<number>;
}
