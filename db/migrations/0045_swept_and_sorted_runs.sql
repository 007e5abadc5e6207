-- Closed runs are deleted after RUN_RETENTION_DAYS. What is deleted must stay away: `crawl_runs` keeps its rows, and writes a run whenever
-- one of them changes, and Temporal may keep workflows for longer. So nothing is written any more that ended before `swept_to`. Jobs
-- have a retention of their own.
alter table ledger_state add column swept_to timestamptz;

create function leave_out_swept() returns trigger language plpgsql as $$
begin
  if new.ended_at < (select swept_to from ledger_state) then
    return null;
  end if;
  return new;
end
$$;

-- Only inserts that close a run call it: one for each chain, at its end.
create trigger leave_out_swept before insert on runs for each row when (new.ended_at is not null and new.type <> 'job')
  execute function leave_out_swept();

-- A list that is sorted by these reads the whole ledger without them, which takes longer than a list may take; and counts read the rows
-- where the index does not have what tells tasks apart. None of these columns changes between the beginning and the end of a run.
create index runs_duration on runs ((ended_at - created_at), id) where ended_at is not null;
create index runs_priority on runs (priority desc nulls last, id desc);
drop index runs_role;
create index runs_role on runs (role, ended_as, id) include (type, workflow_id);
