-- A supervisor starts a worker that was decommissioned again under its id. Its row is then that of the new process, and who had the
-- former one stop, and why, was in the audit alone.
alter table workers
  add column former_decommission_at timestamptz,
  add column former_decommission_by text,
  add column former_decommission_reason text;
