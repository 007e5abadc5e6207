-- The other jobs that a job depends on: of its newest run. No row decides what runs: a job that waits looks itself, too.
create table job_dependencies (
  job_id text not null,
  depends_on text not null,
  -- The run that waits, or has waited.
  workflow_run_id text not null,
  -- False: the other job has ended, or the run waits no more.
  is_awaited boolean not null default true,
  -- How the other job had ended when the run looked; null: the run has not seen its end.
  ended_as text check (ended_as in ('completed', 'failed', 'cancelled', 'missing')),
  primary key (job_id, depends_on)
);

-- Whom to wake when a job ends.
create index job_dependencies_awaited on job_dependencies (depends_on) where is_awaited;
