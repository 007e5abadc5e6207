-- Who works: each worker keeps a row with what it does and what it uses, and reads from it whether it shall stop.

create table workers (
  worker_id text primary key,
  pod_name text not null,
  friendly_name text not null,
  -- What it was narrowed to; null: it serves the queues it was given, or all.
  role text,
  version text not null,
  status text not null check (status in ('active', 'backing_off', 'draining', 'stopped', 'decommissioned', 'lost')),
  -- [{"queue": …, "slots": …}]
  queues jsonb not null,
  tuner jsonb not null,
  max_concurrent_tasks integer not null check (max_concurrent_tasks > 0),
  active_task_count integer not null check (active_task_count >= 0),
  current_task_ids text[] not null,
  resources jsonb not null,
  -- An operator's wish; a new start of the worker forgets it.
  decommission_requested_at timestamptz,
  started_at timestamptz not null,
  last_heartbeat_at timestamptz not null default clock_timestamp(),
  stopped_at timestamptz
);

-- Two workers that live never share a name.
create unique index workers_living_name on workers (friendly_name) where status in ('active', 'backing_off', 'draining');
