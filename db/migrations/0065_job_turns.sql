-- The jobs that have a turn of their platform and account, or wait for one. Before, two jobs of one account ran at once.
create table job_turns (
  job_id text primary key,
  workflow_run_id text not null,
  -- Empty: the job has none.
  platform text not null,
  account text,
  -- 1 is the most urgent.
  priority smallint not null,
  -- When the run was requested: among equals the oldest gets the next turn.
  requested_at timestamptz not null,
  -- Null: it waits.
  granted_at timestamptz,
  -- Until when an attempt holds the turn for sure; null: no attempt is at work.
  held_until timestamptz
);

-- Whatever the workflows believe: one job of an account at a time.
create unique index job_turns_account on job_turns (platform, account) where granted_at is not null;
create index job_turns_platform on job_turns (platform);

-- Jobs that run keep what they have; of two that run for one account, the second one goes on without a turn.
insert into job_turns
select distinct on (coalesce(platform, ''), account)
  id, workflow_run_id, coalesce(platform, ''), account, priority, created_at, clock_timestamp()
from jobs where status = 'running' and account is not null
order by coalesce(platform, ''), account, created_at;
