-- Two workers that live under one id write one row. Each process says which it is, so that one that has lost the row
-- notices, and leaves word for the one that has it.
alter table workers
  -- Null: of a worker of an earlier version.
  add column instance_id uuid,
  -- The pod of another worker that lives under this id, and when that one last said so.
  add column rival_pod_name text,
  add column rival_seen_at timestamptz;
