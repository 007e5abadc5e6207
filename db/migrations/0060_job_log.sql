-- The lines that the newest run of a job has logged. A table of its own, because lines come and go often, and no list reads them.
create table job_log (
  job_id text not null references jobs (id) on delete cascade,
  workflow_run_id text not null,
  -- Within the run, from 1, without gaps but at lines that fell away.
  number bigint not null,
  attempt integer not null,
  at timestamptz not null,
  line text not null,
  primary key (job_id, workflow_run_id, number)
);
