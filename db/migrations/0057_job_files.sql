-- The files that jobs have stored. A row is written in the transaction in which its file gets its name, and a row that a file replaces
-- is deleted before: so a row's file has these bytes, and a kill leaves at most a file without a row, which the next attempt or the
-- sweep records.
create table job_files (
  job_id text not null,
  name text not null,
  -- The pod whose own disk has the file; empty where all workers share their storage.
  holder text not null,
  -- The run that wrote the file, or that went on where that run ended.
  workflow_run_id text not null,
  -- Below the storage root.
  path text not null,
  bytes bigint not null,
  sha256 text not null,
  content_type text not null,
  -- The URL that it was downloaded from, without credentials.
  source text,
  -- Names a download within its job, so that no attempt downloads it again once it is complete.
  stem text,
  -- A later run or another pod's file has taken its place, and its pod has not deleted it yet.
  is_replaced boolean not null default false,
  created_at timestamptz not null default clock_timestamp(),
  primary key (job_id, name, holder)
);

-- What the sweep deletes.
create index job_files_replaced on job_files (holder) where is_replaced;
