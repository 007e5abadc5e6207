import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';
import { createEmptyDatabase } from './test-database.ts';

// The tables of the legacy queue. Its documents define them, except `job_schedules`, `job_run_logs` and `dispensary_crawl_jobs`, which
// they only name: these get the usual columns of such tables.
const TABLES = `
  create type task_role as enum ('store_discovery', 'entry_point_discovery', 'product_discovery', 'product_resync',
    'analytics_refresh', 'payload_fetch', 'product_refresh');
  create type task_status as enum ('pending', 'claimed', 'running', 'completed', 'failed', 'stale');
  create table worker_tasks (
    id serial primary key,
    role task_role not null,
    dispensary_id integer,
    platform varchar(50),
    status task_status default 'pending',
    priority integer default 0,
    scheduled_for timestamp,
    worker_id varchar(100),
    claimed_at timestamp,
    started_at timestamp,
    completed_at timestamp,
    last_heartbeat_at timestamp,
    result jsonb,
    error_message text,
    retry_count integer default 0,
    max_retries integer default 3,
    created_at timestamp default now(),
    updated_at timestamp default now()
  );
  create unique index idx_worker_tasks_active_dispensary on worker_tasks (dispensary_id)
    where dispensary_id is not null and status in ('claimed', 'running');
  create table task_schedules (
    id serial primary key,
    name varchar(100) not null unique,
    role varchar(50) not null,
    enabled boolean default true,
    interval_hours integer not null,
    priority integer default 0,
    state_code varchar(2),
    last_run_at timestamptz,
    next_run_at timestamptz,
    last_task_count integer,
    last_error text
  );
  create table job_schedules (
    id serial primary key,
    job_name varchar(100) not null,
    is_active boolean default true,
    updated_at timestamptz default now()
  );
  create table job_run_logs (id serial primary key, job_name varchar(100), status varchar(20), ran_at timestamptz);
  create table dispensary_crawl_jobs (
    id serial primary key,
    dispensary_id integer,
    status varchar(20) not null default 'pending'
      check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
    updated_at timestamptz default now()
  );
`;

const ROWS = `
  insert into worker_tasks (role, dispensary_id, status) values
    ('product_resync', 1, 'pending'), ('product_resync', 2, 'pending'), ('payload_fetch', 3, 'claimed'),
    ('payload_fetch', 4, 'running'), ('product_discovery', 5, 'completed'), ('store_discovery', null, 'failed'),
    ('product_resync', 6, 'stale');
  insert into task_schedules (name, role, interval_hours, enabled) values
    ('payload_fetch_all', 'payload_fetch', 4, true), ('store_discovery_dutchie', 'store_discovery', 24, true),
    ('analytics_refresh', 'analytics_refresh', 6, false);
  insert into job_schedules (job_name, is_active) values ('crawl_all', true), ('hydrate', null), ('old', false);
  insert into job_run_logs (job_name, status) values ('crawl_all', 'success'), ('crawl_all', 'error');
  insert into dispensary_crawl_jobs (dispensary_id, status) values
    (1, 'pending'), (2, 'pending'), (3, 'running'), (4, 'completed'), (5, 'failed'), (6, 'cancelled');
`;

/** Creates the legacy queue's tables, with rows in every status. */
export async function makeLegacyQueue(db: Db): Promise<void> {
  await sql.raw(TABLES).execute(db);
  await sql.raw(ROWS).execute(db);
}

/** Creates a database with the legacy queue for the calling test. */
export async function openLegacyQueue(): Promise<Db> {
  const { db } = await createEmptyDatabase();
  await makeLegacyQueue(db);
  return db;
}
