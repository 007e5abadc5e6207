-- What the runs of a job keep for its next run. Not in `jobs`: each run of a schedule is a job of its own.
create table job_state (
  -- The id of the job; of a scheduled one without its time.
  id text primary key,
  state jsonb not null,
  set_at timestamptz not null default clock_timestamp()
);
create index job_state_by_age on job_state (set_at);
