-- Tasks are listed by when they were created, newest first, and those of the ledger are the most of them. The time is in
-- a run's id, where the server made one that has it (version 7 of a UUID); runs of resets and retries have random ids,
-- and for them the first activity tells.
alter table crawl_runs add column created_at timestamptz not null generated always as (
  case
    when workflow_run_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-' then
      to_timestamp(('x0000' || substr(workflow_run_id, 1, 8) || substr(workflow_run_id, 10, 4))::bit(64)::bigint / 1000.0)
    else date_bin('1 millisecond', started_at, timestamptz '2000-01-01 00:00:00+00')
  end
) stored;

create index crawl_runs_created on crawl_runs (created_at, workflow_run_id);
-- Those that failed are asked for most, and are few.
create index crawl_runs_not_completed on crawl_runs (status, created_at, workflow_run_id)
  where status in ('failed', 'cancelled');
