-- A job has the kind of its error, as a chain has, so that lists find jobs by it and retries skip what cannot succeed.
alter table jobs add column error_kind text;

-- Who entered which stage with which fence, in which attempt of which activity, and how many attempts came after the first ones:
-- also those that failed before they could enter, as while the database was away. Written by the transaction
-- that enters the stage. The notes of workers come up to a second later, and a quick chain had ended by then: its timeline lacked
-- `claimed`, `stage` and `retried`. Workers of the version before write the fence alone.
alter table crawl_runs add column entered_by text, add column entered_stage text, add column entered_fence bigint,
  add column entered_activity text, add column entered_attempt integer, add column retry_count integer not null default 0;

-- Workers of the version before leave the kind in front of the message.
create function kind_in_message(message text) returns text language sql immutable parallel safe as $$
  select substring(message from '^(Blocked|RateLimited|ProxyFault|NoActiveProxy|UpstreamError|ContractBroken|SuspectPayload|'
    'CorruptPayload|StaleAttempt|NotFound|StorageFull|DatabaseUnavailable|BrowserFault|InvalidInput): ')
$$;

create or replace function note_run() returns trigger language plpgsql as $$
declare
  said record;
  more_retries int := 0;
  -- An attempt begins: its worker and its stage are of now. Later changes of the row say nothing of either.
  enters boolean := false;
begin
  if tg_table_name = 'jobs' then
    select 'job' as type, 'job/' || new.id as workflow_id, null as role, new.job_type, new.platform, new.account,
      null::bigint as dispensary_id, null as state_code, new.priority, new.max_retries, new.retry_count, new.scheduled_for,
      -- One that is released has no worker: the next attempt claims it, even where that is the same one.
      case when new.status <> 'pending' then new.worker end as worker, null as stage, new.progress_percent, new.progress_message,
      case when closed then coalesce(new.completed_at, new.updated_at) end as ended_at, case when closed then new.status end as ended_as,
      coalesce(kind_in_message(new.error_message), new.error_kind) as error_kind, new.result
    into said from (select new.status in ('completed', 'failed', 'cancelled') as closed) how;
  else
    select 'crawlDispensary' as type, new.workflow_id, new.role, null as job_type, store.platform, null as account, store.id as dispensary_id,
      store.state as state_code, null::int as priority, null::int as max_retries, new.retry_count,
      null::timestamptz as scheduled_for, new.entered_by as worker, case new.entered_stage when 'resolve' then 'fetch' else new.entered_stage end as stage,
      null::int as progress_percent, null as progress_message, new.ended_at,
      nullif(new.status, 'running') as ended_as, new.error_kind, null::jsonb as result
    into said from dispensaries store where store.id = new.dispensary_id;
    if not found then
      return null;
    end if;
    more_retries := new.retry_count - case when tg_op = 'UPDATE' then old.retry_count else 0 end;
    enters := case when tg_op = 'UPDATE' then new.fence <> old.fence else true end;
    if not enters or new.entered_fence is distinct from new.fence then
      said.worker := null;
      said.stage := null;
    end if;
    -- At the end alone, and in a statement of its own: a chain that goes on must not wait for whoever has locked the payloads.
    if new.payload_id is not null and new.status <> 'running' then
      said.result := jsonb_build_object('payload_id', new.payload_id, 'crawl_run_id', new.id, 'counts', new.counts,
        'size_bytes', (select size_bytes from raw_crawl_payloads where id = new.payload_id));
    end if;
  end if;
  insert into runs as known (id, workflow_id, run_id, run_created_at, type, role, job_type, platform, account, dispensary_id, state_code,
    priority, max_retries, retry_count, scheduled_for, started_at, ended_at, ended_as, end_noted_at, stage, worker, progress_percent,
    progress_message, error_kind, error_message, result)
  values (key_of_attempt(new.workflow_run_id, said.workflow_id, new.created_at), said.workflow_id, new.workflow_run_id,
    case when not is_time_ordered(new.workflow_run_id) then new.created_at end, said.type, said.role, said.job_type, said.platform,
    said.account, said.dispensary_id, said.state_code, said.priority, said.max_retries, coalesce(said.retry_count, 0), said.scheduled_for,
    new.started_at, said.ended_at, said.ended_as, case when said.ended_as is not null then clock_timestamp() end, said.stage, said.worker,
    said.progress_percent, said.progress_message, said.error_kind, new.error_message, said.result)
  -- What the one ledger does not have, the other writers of the row may know.
  on conflict (id) do update set
    attempt = known.attempt + case when known.run_id = excluded.run_id then 0 else 1 end, run_id = excluded.run_id,
    run_created_at = case when known.run_id = excluded.run_id then known.run_created_at else excluded.run_created_at end,
    role = coalesce(excluded.role, known.role), job_type = coalesce(excluded.job_type, known.job_type),
    platform = coalesce(excluded.platform, known.platform), account = coalesce(excluded.account, known.account),
    dispensary_id = coalesce(excluded.dispensary_id, known.dispensary_id), state_code = coalesce(excluded.state_code, known.state_code),
    priority = coalesce(excluded.priority, known.priority), max_retries = coalesce(excluded.max_retries, known.max_retries),
    -- Those of a chain come on top of what it was started with.
    retry_count = case when excluded.type = 'job' then excluded.retry_count else known.retry_count + more_retries end,
    scheduled_for = coalesce(excluded.scheduled_for, known.scheduled_for),
    started_at = coalesce(known.started_at, excluded.started_at), stage = coalesce(excluded.stage, known.stage),
    worker = case when excluded.type = 'job' then excluded.worker else coalesce(excluded.worker, known.worker) end,
    progress_percent = coalesce(excluded.progress_percent, known.progress_percent),
    progress_message = case when excluded.type = 'job' then excluded.progress_message else known.progress_message end,
    ended_at = excluded.ended_at, ended_as = excluded.ended_as, end_noted_at = excluded.end_noted_at,
    -- An open chain has the error of its last attempt, which its worker notes, until the next one begins.
    error_kind = case when excluded.type <> 'job' and excluded.ended_as is null and known.run_id = excluded.run_id and not enters
      then known.error_kind
      when excluded.error_message is not null then coalesce(excluded.error_kind, known.error_kind) end,
    error_message = case when excluded.type <> 'job' and excluded.ended_as is null and known.run_id = excluded.run_id and not enters
      then known.error_message else excluded.error_message end,
    result = excluded.result, updated_at = clock_timestamp()
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

-- Jobs that failed before; their rows of `runs` are written here, and not by a trigger for each.
alter table jobs disable trigger note_job;
update jobs set error_kind = kind_in_message(error_message) where kind_in_message(error_message) is not null;
alter table jobs enable trigger note_job;
update runs set error_kind = kind_in_message(error_message)
where type = 'job' and error_kind is null and kind_in_message(error_message) is not null;

-- An attempt on the same worker is a claim too: else a subscriber takes a run that is at work again for one that waits.
create or replace function note_changed_runs() returns trigger language plpgsql as $$
begin
  -- An insert of no row would take the lock all the same.
  if not exists (
    select from before earlier join after later using (id)
    where later.run_id <> earlier.run_id or later.ended_as is distinct from earlier.ended_as or later.retry_count > earlier.retry_count
      or (later.ended_as is null and (later.worker is distinct from earlier.worker or later.stage is distinct from earlier.stage
        or later.progress_percent / 10 is distinct from earlier.progress_percent / 10))
  ) then
    return null;
  end if;
  insert into run_events (at, topic, event, run_key, run_id, worker, error_kind, message, percent)
  select coalesce(told.at, clock_timestamp()), 'run', told.event, told.id, told.run_id, told.worker, told.error_kind, told.message,
    told.percent
  from (
    select later.id, later.run_id, step.*
    from before earlier join after later using (id)
    cross join lateral (
      select 1 as step, later.run_created_at as at, case when earlier.ended_as is null then 'continued' else 'reopened' end as event,
        null as worker, null as error_kind, null as message, null::smallint as percent
      where later.run_id <> earlier.run_id or (later.ended_as is null and earlier.ended_as is not null)
      union all
      -- A job counts a retry when an attempt fails. Other work does when the next one begins, which has no error of its own.
      select 2, null, 'retried', coalesce(later.worker, earlier.worker),
        case when later.type = 'job' or later.error_message is not null then later.error_kind else earlier.error_kind end,
        left(case when later.type = 'job' then later.error_message else coalesce(later.error_message, earlier.error_message) end, 1000),
        null
      where later.retry_count > earlier.retry_count and earlier.ended_as is null
      union all
      select 3, case when earlier.started_at is null then later.started_at end, 'claimed', later.worker, null, later.stage, null
      where later.worker is not null and later.ended_as is null
        and (later.worker is distinct from earlier.worker or later.retry_count > earlier.retry_count or later.run_id <> earlier.run_id)
      union all
      select 4, null, 'stage', later.worker, null, later.stage, null
      where later.stage <> earlier.stage and later.worker is not distinct from earlier.worker and later.ended_as is null
        and later.retry_count = earlier.retry_count
      union all
      select 5, null, 'progress', later.worker, null, later.progress_message, later.progress_percent
      where later.ended_as is null and later.progress_percent / 10 is distinct from earlier.progress_percent / 10
        and later.progress_percent is not null
      union all
      select 6, later.ended_at, later.ended_as, later.worker, later.error_kind, left(later.error_message, 1000), null
      where later.ended_as is not null and (later.ended_as is distinct from earlier.ended_as or later.run_id <> earlier.run_id)
    ) step
  ) told
  order by told.id, told.step;
  return null;
end
$$;
