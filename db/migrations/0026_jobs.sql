-- What is known of generic jobs once a worker has begun them, or they are over: one row a job, of its newest run. What waits is in
-- Temporal alone, which is the only queue.
create table jobs (
  id text primary key,
  workflow_run_id text not null,
  -- When this run was asked for: orders the runs of one job.
  created_at timestamptz not null,
  job_type text not null,
  platform text,
  account text,
  priority smallint not null,
  payload jsonb not null,
  max_retries integer not null,
  scheduled_for timestamptz,
  status text not null check (status in ('pending', 'running', 'completed', 'failed', 'cancelled')),
  -- When the attempt that holds the row was scheduled, in ms: what an earlier one writes changes nothing.
  fence bigint not null default 0,
  -- Failures that were tried again, without those that are nobody's fault.
  retry_count integer not null default 0,
  worker text,
  progress_percent smallint not null default 0 check (progress_percent between 0 and 100),
  progress_message text,
  -- Where an attempt goes on that follows this one.
  cursor jsonb,
  result jsonb,
  error_message text,
  started_at timestamptz,
  updated_at timestamptz not null,
  completed_at timestamptz
);

-- Lists are read newest first, one page after the other.
create index jobs_by_age on jobs (created_at desc, id desc) where status in ('completed', 'failed', 'cancelled');

-- What Temporal still lists as open is over by then.
create index jobs_by_end on jobs (completed_at);

-- What began within the last seconds is told to those who listen.
create index jobs_by_start on jobs (started_at) where status = 'running';

-- Runs that a person has deleted: Temporal lists them for half a minute more.
create table deleted_job_runs (
  workflow_run_id text primary key,
  deleted_at timestamptz not null default now()
);
