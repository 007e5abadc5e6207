-- Monitoring queries of the replaced systems read their tables. These views have the names and columns of those tables and show what
-- the ledger knows, so that such queries go on working. They are read-only, and have a schema of their own, since the tables of a
-- replaced system may still be in ours: `compat`, or `<schema>_compat` beside a schema that is not `public`. An operator may have
-- made the schema before, where the role that migrates may not.
do $$
declare
  own text := current_schema();
  compat text := case own when 'public' then 'compat' else own || '_compat' end;
begin
  if to_regnamespace(quote_ident(compat)) is null then
    execute format('create schema %I', compat);
  end if;
  -- Until this transaction ends, so that what follows is created there.
  perform set_config('search_path', format('%I, %s', compat, current_setting('search_path')), true);
end
$$;

-- Each view has open and closed runs apart, so that a question for open ones reads no closed ones: those are a ledger's most. The status of
-- open ones is that of the lists (statusOf in db/queries/run-conditions.ts); a test compares both over all that a run can be.
create view worker_tasks as
select run.id, run.role, run.dispensary_id, run.platform,
  case
    when work.worker is null then 'pending'
    when coalesce(work.heartbeat_at, work.claimed_at) <= now() - interval '10 minutes' then 'stale'
    when work.heartbeat_at is null then 'claimed'
    else 'running'
  end as status,
  coalesce(run.priority, 0) as priority, run.scheduled_for, work.worker as worker_id,
  case when work.worker is not null then work.claimed_at end as claimed_at, run.started_at, null::timestamptz as completed_at,
  work.heartbeat_at as last_heartbeat_at, run.result, run.error_message, run.retry_count, run.max_retries, run.created_at,
  greatest(run.updated_at, work.claimed_at, work.heartbeat_at) as updated_at, run.workflow_id
from runs run
left join lateral (
  select worker, claimed_at, heartbeat_at from run_heartbeats
  where run_id = run.run_id order by worker is not null desc, coalesce(heartbeat_at, claimed_at) desc limit 1
) work on true
where run.ended_as is null
  and (run.type in ('discoverStores', 'resolveEntryPoint', 'crawlDispensary', 'refreshFromPayload', 'refreshAnalytics', 'probeProxies',
    'sweepStorage') or (run.type = 'startOnce' and starts_with(run.workflow_id, 'later/')))
union all
select run.id, run.role, run.dispensary_id, run.platform, run.ended_as, coalesce(run.priority, 0), run.scheduled_for, run.worker,
  null, run.started_at, run.ended_at, null, run.result, run.error_message, run.retry_count, run.max_retries, run.created_at,
  run.updated_at, run.workflow_id
from runs run
-- Both, since indexes name either.
where run.ended_as is not null and run.ended_at is not null
  and (run.type in ('discoverStores', 'resolveEntryPoint', 'crawlDispensary', 'refreshFromPayload', 'refreshAnalytics', 'probeProxies',
    'sweepStorage') or (run.type = 'startOnce' and starts_with(run.workflow_id, 'later/') and run.ended_as <> 'completed'));

-- Of each job its newest run. The replaced table had five words for the status: what a worker has is `running`.
create view worker_job_queue as
select substr(run.workflow_id, length('job/') + 1) as id, run.job_type, run.platform, run.account, run.priority,
  case when work.worker is null then 'pending' else 'running' end as status, job.payload::text as payload, run.error_message,
  run.retry_count, run.max_retries, run.created_at, run.started_at, null::timestamptz as completed_at, work.worker as worker_id,
  coalesce(run.progress_percent, 0)::integer as progress_percent, run.progress_message
from runs run
left join lateral (
  select worker from run_heartbeats
  where run_id = run.run_id order by worker is not null desc, coalesce(heartbeat_at, claimed_at) desc limit 1
) work on true
left join jobs job on job.id = substr(run.workflow_id, length('job/') + 1) and job.workflow_run_id = run.run_id
where run.ended_as is null and run.type = 'job' and starts_with(run.workflow_id, 'job/')
  and not exists (select from runs newer where newer.workflow_id = run.workflow_id and newer.id > run.id)
union all
select substr(run.workflow_id, length('job/') + 1), run.job_type, run.platform, run.account, run.priority, run.ended_as,
  job.payload::text, run.error_message, run.retry_count, run.max_retries, run.created_at, run.started_at, run.ended_at, run.worker,
  coalesce(run.progress_percent, 0)::integer, run.progress_message
from runs run
left join jobs job on job.id = substr(run.workflow_id, length('job/') + 1) and job.workflow_run_id = run.run_id
where run.ended_as is not null and run.ended_at is not null and run.type = 'job' and starts_with(run.workflow_id, 'job/')
  and not exists (select from runs newer where newer.workflow_id = run.workflow_id and newer.id > run.id);

-- As `crawlchain workers capacity` counts it, with neither arrivals nor the pace of platforms.
create view v_worker_capacity as
with open as (
  -- A chain is a task of its role until its menu is fetched, then one of product_refresh until that is in.
  select case when run.role in ('product_discovery', 'payload_fetch') and run.stage = 'ingest' then 'product_refresh' else run.role end as role,
    count(*) filter (where work.worker is null) as pending,
    count(*) filter (where work.worker is null and not coalesce(work.next_attempt_at > now(), false)) as ready,
    count(*) filter (where work.worker is not null and work.heartbeat_at is null) as claimed,
    count(*) filter (where work.worker is not null and work.heartbeat_at is not null) as running
  from runs run
  left join lateral (
    select worker, heartbeat_at, next_attempt_at from run_heartbeats
    where run_id = run.run_id order by worker is not null desc, coalesce(heartbeat_at, claimed_at) desc limit 1
  ) work on true
  where run.ended_as is null
    and run.type in ('discoverStores', 'resolveEntryPoint', 'crawlDispensary', 'refreshFromPayload', 'refreshAnalytics', 'probeProxies',
      'sweepStorage')
    and not (run.role in ('product_discovery', 'payload_fetch') and run.stage is not distinct from 'images')
  group by 1
), stage as (
  select stage.role,
    count(*) filter (where stage.outcome = 'completed' and stage.ended_at > now() - interval '1 hour') as completed,
    count(*) filter (where stage.outcome = 'failed' and chain.status <> 'cancelled' and stage.ended_at > now() - interval '1 hour') as failed,
    avg(seconds) filter (where stage.outcome = 'completed') as seconds,
    coalesce(avg(seconds) filter (where stage.outcome = 'completed' and stage.attempts = 1), avg(seconds / stage.attempts))
      * avg(stage.attempts)::float8 as slot_seconds
  from stage_runs stage
  join crawl_runs chain on chain.id = stage.crawl_run_id
  cross join lateral (select extract(epoch from stage.ended_at - stage.started_at)::float8 as seconds) took
  where stage.stage <> 'images' and stage.ended_at > now() - interval '1 day'
  group by stage.role
), ended as (
  select run.role,
    count(*) filter (where run.ended_as = 'completed' and run.ended_at > now() - interval '1 hour') as completed,
    count(*) filter (where run.ended_as = 'failed' and run.ended_at > now() - interval '1 hour') as failed,
    avg(extract(epoch from run.ended_at - run.created_at)::float8) filter (where run.ended_as = 'completed') as seconds
  from runs run
  where run.ended_at > now() - interval '1 day'
    and run.type in ('discoverStores', 'resolveEntryPoint', 'refreshFromPayload', 'refreshAnalytics', 'probeProxies', 'sweepStorage')
  group by run.role
), worker as (
  select role.name as role, count(*) as active, avg(least(workers.max_concurrent_tasks, own.slots))::float8 as slots
  from workers
  cross join unnest(array['store_discovery', 'entry_point_discovery', 'product_discovery', 'payload_fetch', 'product_refresh',
    'analytics_refresh', 'proxy_probe', 'storage_sweep']) role (name)
  cross join lateral (
    select sum((served ->> 'slots')::integer) as slots from jsonb_array_elements(workers.queues) served
    where case
      when served ->> 'queue' like 'fetch-%'
        then role.name in ('store_discovery', 'entry_point_discovery', 'product_discovery', 'payload_fetch')
      when served ->> 'queue' = 'browser' then role.name in ('product_discovery', 'payload_fetch')
      when served ->> 'queue' in ('ingest', 'reingest') or served ->> 'queue' like any (array['files@%', 'files-reingest@%'])
        then role.name = 'product_refresh'
      when served ->> 'queue' = 'media' then role.name in ('analytics_refresh', 'proxy_probe', 'storage_sweep')
      when served ->> 'queue' like 'files-media@%' then role.name = 'storage_sweep'
      else false
    end
  ) own
  where workers.status in ('active', 'backing_off') and workers.last_heartbeat_at >= now() - interval '5 minutes' and own.slots is not null
  group by role.name
)
select role.name as role, coalesce(open.pending, 0) as pending_tasks, coalesce(open.ready, 0) as ready_tasks,
  coalesce(open.claimed, 0) as claimed_tasks, coalesce(open.running, 0) as running_tasks,
  coalesce(stage.completed, 0) + coalesce(ended.completed, 0) as completed_last_hour,
  coalesce(stage.failed, 0) + coalesce(ended.failed, 0) as failed_last_hour,
  coalesce(worker.active, 0) as active_workers, took.seconds as avg_duration_sec, pace.per_worker_hour as tasks_per_worker_hour,
  case when coalesce(open.pending, 0) = 0 then 0 else open.pending / nullif(worker.active * pace.per_worker_hour, 0) end as estimated_hours_to_drain
from unnest(array['store_discovery', 'entry_point_discovery', 'product_discovery', 'payload_fetch', 'product_refresh',
  'analytics_refresh', 'proxy_probe', 'storage_sweep']) with ordinality role (name, place)
left join open on open.role = role.name
left join stage on stage.role = role.name
left join ended on ended.role = role.name
left join worker on worker.role = role.name
cross join lateral (
  select coalesce(stage.seconds, ended.seconds) as seconds, coalesce(stage.slot_seconds, stage.seconds, ended.seconds) as slot_seconds
) took
-- What took no time that the clock can see still took a slot for a moment.
cross join lateral (
  select worker.slots * 3600 / case when took.slot_seconds < 0.001 then 0.001 else took.slot_seconds end as per_worker_hour
) pace
order by role.place;

-- It stays where somebody drops our own schema to start anew.
create or replace function refuse_writes() returns trigger language plpgsql as $$
begin
  raise exception '%.% is a read-only view of the ledger of runs.', tg_table_schema, tg_table_name using
    errcode = 'feature_not_supported',
    hint = 'Start, cancel and retry tasks and jobs with the API or the command crawlchain; see docs/compat-views.md.';
end
$$;

-- PostgreSQL calls a trigger of a statement where one of rows is beside it; without it a write that finds no row would seem to work.
create trigger refuse_writes before insert or update or delete on worker_tasks for each statement execute function refuse_writes();
create trigger refuse_rows instead of insert or update or delete on worker_tasks for each row execute function refuse_writes();
create trigger refuse_writes before insert or update or delete on worker_job_queue for each statement execute function refuse_writes();
create trigger refuse_rows instead of insert or update or delete on worker_job_queue for each row execute function refuse_writes();
create trigger refuse_writes before insert or update or delete on v_worker_capacity for each statement execute function refuse_writes();
create trigger refuse_rows instead of insert or update or delete on v_worker_capacity for each row execute function refuse_writes();
