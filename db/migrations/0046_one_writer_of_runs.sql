-- Chains and jobs write through to `runs` by one function: before, each had its own, with the same rules. The sequence `crawl_fence` stays,
-- since workers of the version before, which may run beside new ones, take their fences from it. Locks that are held keep those: numbers
-- that are lower than any time, so that whichever attempt comes next takes over.
create function note_run() returns trigger language plpgsql as $$
declare
  said record;
begin
  if tg_table_name = 'jobs' then
    select 'job' as type, 'job/' || new.id as workflow_id, null as role, new.job_type, new.platform, new.account, null::bigint as dispensary_id,
      null as state_code, new.priority, new.max_retries, new.retry_count, new.scheduled_for, new.worker, new.progress_percent,
      new.progress_message, case when closed then coalesce(new.completed_at, new.updated_at) end as ended_at,
      case when closed then new.status end as ended_as, null as error_kind, new.result
    into said from (select new.status in ('completed', 'failed', 'cancelled') as closed) how;
  else
    select 'crawlDispensary' as type, new.workflow_id, new.role, null as job_type, store.platform, null as account, store.id as dispensary_id,
      store.state as state_code, null::int as priority, null::int as max_retries, null::int as retry_count,
      null::timestamptz as scheduled_for, null as worker, null::int as progress_percent, null as progress_message, new.ended_at,
      nullif(new.status, 'running') as ended_as, new.error_kind, null::jsonb as result
    into said from dispensaries store where store.id = new.dispensary_id;
    if not found then
      return null;
    end if;
    -- At the end alone, and in a statement of its own: a chain that goes on must not wait for whoever has locked the payloads.
    if new.payload_id is not null and new.status <> 'running' then
      said.result := jsonb_build_object('payload_id', new.payload_id, 'crawl_run_id', new.id, 'counts', new.counts,
        'size_bytes', (select size_bytes from raw_crawl_payloads where id = new.payload_id));
    end if;
  end if;
  insert into runs as known (id, workflow_id, run_id, run_created_at, type, role, job_type, platform, account, dispensary_id, state_code,
    priority, max_retries, retry_count, scheduled_for, started_at, ended_at, ended_as, end_noted_at, worker, progress_percent,
    progress_message, error_kind, error_message, result)
  values (key_of_attempt(new.workflow_run_id, said.workflow_id, new.created_at), said.workflow_id, new.workflow_run_id,
    case when not is_time_ordered(new.workflow_run_id) then new.created_at end, said.type, said.role, said.job_type, said.platform,
    said.account, said.dispensary_id, said.state_code, said.priority, said.max_retries, coalesce(said.retry_count, 0), said.scheduled_for,
    new.started_at, said.ended_at, said.ended_as, case when said.ended_as is not null then clock_timestamp() end, said.worker,
    said.progress_percent, said.progress_message, said.error_kind, new.error_message, said.result)
  -- What the one ledger does not have, the other writers of the row may know.
  on conflict (id) do update set
    attempt = known.attempt + case when known.run_id = excluded.run_id then 0 else 1 end, run_id = excluded.run_id,
    run_created_at = case when known.run_id = excluded.run_id then known.run_created_at else excluded.run_created_at end,
    role = coalesce(excluded.role, known.role), job_type = coalesce(excluded.job_type, known.job_type),
    platform = coalesce(excluded.platform, known.platform), account = coalesce(excluded.account, known.account),
    dispensary_id = coalesce(excluded.dispensary_id, known.dispensary_id), state_code = coalesce(excluded.state_code, known.state_code),
    priority = coalesce(excluded.priority, known.priority), max_retries = coalesce(excluded.max_retries, known.max_retries),
    retry_count = coalesce(said.retry_count, known.retry_count), scheduled_for = coalesce(excluded.scheduled_for, known.scheduled_for),
    started_at = coalesce(known.started_at, excluded.started_at), worker = coalesce(excluded.worker, known.worker),
    progress_percent = coalesce(excluded.progress_percent, known.progress_percent),
    progress_message = case when excluded.type = 'job' then excluded.progress_message else known.progress_message end,
    ended_at = excluded.ended_at, ended_as = excluded.ended_as, end_noted_at = excluded.end_noted_at,
    error_kind = case when excluded.error_message is not null then coalesce(excluded.error_kind, known.error_kind) end,
    error_message = excluded.error_message, result = excluded.result, updated_at = clock_timestamp()
  where case
    -- A worker that has not heard of the end, as of a workflow that was terminated, neither opens it again nor says how it ended;
    -- and that a chain was abandoned says less than how it ended.
    when known.run_id = excluded.run_id then known.ended_as is null
      or (excluded.ended_as is not null and excluded.error_kind is distinct from 'Abandoned'
        and coalesce(known.error_kind, '') not in ('Terminated', 'Timeout', 'Forgotten'))
    -- What an attempt before it says late says nothing of the attempt that goes on.
    else excluded.run_created_at > coalesce(known.run_created_at, known.created_at)
  end;
  return null;
end
$$;

create or replace trigger note_chain after insert or update on crawl_runs for each row execute function note_run();
create or replace trigger note_job after insert or update on jobs for each row execute function note_run();
drop function note_chain();
drop function note_job();
