-- Payloads of jobs that are too large for Temporal, such as lists of URLs: the hash travels instead. In a table, because any worker may
-- run the job, and workers may have disks of their own.
create table job_payloads (
  job_id text not null,
  -- Of the JSON as it was given.
  sha256 text not null,
  payload jsonb not null,
  stored_at timestamptz not null default clock_timestamp(),
  primary key (job_id, sha256)
);
create index job_payloads_by_age on job_payloads (stored_at);
