-- Who asked a worker to stop and why was in the audit alone, by the path of a request or the words of a command; whoever sees that a
-- worker is gone asks its row.
alter table workers
  add column decommission_requested_by text,
  add column decommission_reason text;
