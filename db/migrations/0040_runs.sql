-- One row for each workflow execution, of any type. Lists, counts and capacity are read from here alone; Temporal decides what
-- runs. The key is the id of the execution's first run: what Temporal retries, resets or continues as new is another attempt of
-- it. Run ids of the server are UUIDs of version 7, which hold their time, so keys sort by when runs were created, and one key is
-- in one partition. A first run whose id holds no time (a server before version 7, or a run known by its attempts alone) gets a
-- key that is made of its time and of a hash, with a variant that no UUID has.
create function is_time_ordered(run_id text) returns boolean language sql immutable parallel safe as
  $$ select run_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-' $$;

-- The smallest key of a moment, in milliseconds.
create function key_of_moment(moment timestamptz) returns uuid language sql immutable parallel safe as $$
  select (lpad(to_hex(greatest(0, floor(extract(epoch from moment) * 1000))::bigint), 12, '0') || repeat('0', 20))::uuid
$$;

create function moment_of_key(key uuid) returns timestamptz language sql immutable parallel safe as $$
  select to_timestamp(('x0000' || substr(key::text, 1, 8) || substr(key::text, 10, 4))::bit(64)::bigint / 1000.0)
$$;

-- The key of a first run.
create function key_of_run(run_id text, created timestamptz) returns uuid language sql immutable parallel safe as $$
  select case when is_time_ordered(run_id) then run_id::uuid
    else (substr(key_of_moment(created)::text, 1, 13) || '-7' || substr(md5(run_id), 1, 3) || '-c' || substr(md5(run_id), 4, 3) || '-'
      || substr(md5(run_id), 7, 12))::uuid end
$$;

create table runs (
  id uuid not null,
  workflow_id text not null,
  -- Of the attempt that is at work, or was the last.
  run_id text not null,
  -- When that attempt was created; null: with the row.
  run_created_at timestamptz,
  type text not null,
  role text,
  job_type text,
  platform text,
  account text,
  dispensary_id bigint,
  state_code text,
  priority integer,
  max_retries integer,
  -- How often the work was tried again: in attempts of its activities, and in workflows before this one.
  retry_count integer not null default 0,
  scheduled_for timestamptz,
  requested_by text,
  -- The workflow that started it.
  started_by text,
  -- When a worker took its first piece of work.
  started_at timestamptz,
  ended_at timestamptz,
  -- Null: it is open.
  ended_as text,
  -- When the ledger heard of the end, which may be long after it: what changed is told by this.
  end_noted_at timestamptz,
  stage text,
  worker text,
  attempt integer not null default 1,
  progress_percent smallint,
  progress_message text,
  error_kind text,
  error_message text,
  result jsonb,
  updated_at timestamptz not null default clock_timestamp(),
  created_at timestamptz not null generated always as (moment_of_key(id)) stored,
  primary key (id),
  constraint runs_ended check ((ended_as is null) = (ended_at is null)),
  constraint runs_ended_as check (ended_as in ('completed', 'unconfirmed', 'failed', 'cancelled'))
) partition by range (id);

create index runs_workflow on runs (workflow_id, id);
-- By what workers have in hand.
create index runs_open on runs (run_id) where ended_as is null;
create index runs_ended_as on runs (ended_as, id);
create index runs_role on runs (role, ended_as, id);
create index runs_dispensary on runs (dispensary_id, id);
create index runs_end_noted on runs (end_noted_at) where end_noted_at is not null;
create index runs_ended_at on runs (ended_at, id) where ended_at is not null;
create index runs_jobs on runs (id) where type = 'job';
create index runs_error_kind on runs (error_kind, id) where error_kind is not null;

-- The words that lists are searched for: letters and digits between anything else of ASCII, in small letters. Of long texts the
-- beginning, since a row must be writable whatever its texts are. An index calls it, so it calls nothing of this schema.
create function run_words(error_kind text, error_message text, result jsonb) returns tsvector
  language sql immutable parallel safe as $$
  select to_tsvector('pg_catalog.simple'::regconfig, translate(
    coalesce(error_kind, '') || ' ' || left(coalesce(error_message, ''), 8192) || ' ' || left(replace(coalesce(result::text, ''), '\n', ' '), 32768),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))
$$;

-- No index has a column that a claim, a stage, a report of progress or a heartbeat changes (worker, stage, started_at, progress,
-- updated_at), so those updates write no index. All indexes are written when a run begins, when its error changes and when it ends:
-- about three times for each run. This one is the dearest: the words of a run that ended are some fifteen entries, which GIN collects
-- and writes together, and make that update take 0.05 ms in place of 0.02. A million runs take about 100 MB of words. Priority, retries, duration,
-- worker, platform and state have no index: they are looked at row by row, for the time that a list may take.
create index runs_words on runs using gin (run_words(error_kind, error_message, result));

-- Makes the partition of a month where it is missing, and moves into it what came before it was there.
create function ensure_run_partition(moment timestamptz) returns void language plpgsql as $$
declare
  month_start timestamptz := date_trunc('month', moment, 'UTC');
  month_end timestamptz := date_trunc('month', month_start + interval '32 days', 'UTC');
  partition_name text := 'runs_' || to_char(month_start at time zone 'UTC', 'YYYY_MM');
  columns text := (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = 'runs'::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  );
begin
  if to_regclass(partition_name) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('runs partitions'));
  if to_regclass(partition_name) is not null then
    return;
  end if;
  -- A run that is written meanwhile must not stay where the partition is to have it.
  lock table runs in access exclusive mode;
  create temporary table early on commit drop as
    select * from runs_other where id >= key_of_moment(month_start) and id < key_of_moment(month_end);
  delete from runs_other where id >= key_of_moment(month_start) and id < key_of_moment(month_end);
  execute format(
    'create table %I partition of runs for values from (%L) to (%L)',
    partition_name, key_of_moment(month_start), key_of_moment(month_end)
  );
  execute format('insert into runs (%1$s) select %1$s from early', columns);
  drop table early;
end
$$;

create table runs_other partition of runs default;

-- The key of the run that an attempt belongs to. An attempt whose id holds no time continues the newest run of its workflow
-- that was created before it began, where the id of that one says that the server gives times to first runs. Clocks may differ a little.
create function key_of_attempt(attempt_run_id text, of_workflow text, began timestamptz) returns uuid language plpgsql stable as $$
declare
  newest record;
begin
  if is_time_ordered(attempt_run_id) then
    return attempt_run_id::uuid;
  end if;
  select id, run_id into newest from runs
  where workflow_id = of_workflow and (run_id = attempt_run_id or id <= key_of_moment(began + interval '5 seconds'))
  order by run_id = attempt_run_id desc, id desc limit 1;
  if newest.run_id = attempt_run_id or substr(newest.id::text, 20, 1) <> 'c' then
    return newest.id;
  end if;
  return key_of_run(attempt_run_id, began);
end
$$;

-- What a worker has in hand of open runs, and when it last moved. It changes every few seconds, so it is narrow and apart.
create table run_heartbeats (
  run_id text not null,
  activity_id text not null,
  activity text not null,
  attempt integer not null,
  -- Null: no worker has it; it failed, and waits for its next attempt.
  worker text,
  claimed_at timestamptz not null,
  heartbeat_at timestamptz,
  next_attempt_at timestamptz,
  primary key (run_id, activity_id)
) with (fillfactor = 50);

-- How far the ledger has followed Temporal's list of workflows.
create table ledger_state (
  is_only boolean primary key default true check (is_only),
  -- All that began or ended before is in.
  followed_to timestamptz,
  -- When all open runs were last compared with Temporal's.
  compared_at timestamptz
);

insert into ledger_state default values;

-- The ledger of chains and that of jobs write through, in the transaction of each change.
create function note_chain() returns trigger language plpgsql as $$
declare
  size bigint;
begin
  -- At the end alone, and in a statement of its own: a chain that goes on must not wait for whoever has locked the payloads.
  if new.payload_id is not null and new.status <> 'running' then
    select size_bytes into size from raw_crawl_payloads where id = new.payload_id;
  end if;
  insert into runs as known (id, workflow_id, run_id, run_created_at, type, role, dispensary_id, platform, state_code, started_at,
    ended_at, ended_as, end_noted_at, error_kind, error_message, result)
  select key_of_attempt(new.workflow_run_id, new.workflow_id, new.created_at), new.workflow_id, new.workflow_run_id,
    case when not is_time_ordered(new.workflow_run_id) then new.created_at end, 'crawlDispensary', new.role, store.id, store.platform, store.state, new.started_at, new.ended_at,
    nullif(new.status, 'running'), case when new.status <> 'running' then clock_timestamp() end, new.error_kind, new.error_message,
    case when new.payload_id is not null and new.status <> 'running' then jsonb_build_object('payload_id', new.payload_id,
      'size_bytes', size, 'crawl_run_id', new.id, 'counts', new.counts) end
  from dispensaries store where store.id = new.dispensary_id
  on conflict (id) do update set
    attempt = known.attempt + case when known.run_id = excluded.run_id then 0 else 1 end,
    run_id = excluded.run_id,
    run_created_at = case when known.run_id = excluded.run_id then known.run_created_at else excluded.run_created_at end,
    role = excluded.role, dispensary_id = excluded.dispensary_id, platform = excluded.platform,
    state_code = excluded.state_code, started_at = coalesce(known.started_at, excluded.started_at),
    ended_at = excluded.ended_at, ended_as = excluded.ended_as, end_noted_at = excluded.end_noted_at,
    error_kind = excluded.error_kind, error_message = excluded.error_message, result = excluded.result, updated_at = clock_timestamp()
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

create function note_job() returns trigger language plpgsql as $$
begin
  insert into runs as known (id, workflow_id, run_id, run_created_at, type, job_type, platform, account, priority, max_retries,
    retry_count, scheduled_for, started_at, ended_at, ended_as, end_noted_at, worker, progress_percent, progress_message,
    error_message, result)
  select key_of_attempt(new.workflow_run_id, 'job/' || new.id, new.created_at), 'job/' || new.id, new.workflow_run_id,
    case when not is_time_ordered(new.workflow_run_id) then new.created_at end, 'job',
    new.job_type, new.platform, new.account, new.priority, new.max_retries, new.retry_count, new.scheduled_for, new.started_at,
    case when closed then coalesce(new.completed_at, new.updated_at) end, case when closed then new.status end,
    case when closed then clock_timestamp() end, new.worker, new.progress_percent, new.progress_message, new.error_message, new.result
  from (select new.status in ('completed', 'failed', 'cancelled') as closed) how
  on conflict (id) do update set
    attempt = known.attempt + case when known.run_id = excluded.run_id then 0 else 1 end,
    run_id = excluded.run_id,
    run_created_at = case when known.run_id = excluded.run_id then known.run_created_at else excluded.run_created_at end,
    job_type = excluded.job_type, platform = excluded.platform, account = excluded.account,
    priority = excluded.priority, max_retries = excluded.max_retries, retry_count = excluded.retry_count,
    scheduled_for = excluded.scheduled_for, started_at = excluded.started_at, ended_at = excluded.ended_at,
    ended_as = excluded.ended_as, end_noted_at = excluded.end_noted_at, worker = excluded.worker, progress_percent = excluded.progress_percent,
    progress_message = excluded.progress_message, error_message = excluded.error_message, result = excluded.result,
    error_kind = case when excluded.error_message is not null then known.error_kind end, updated_at = clock_timestamp()
  where case
    when known.run_id = excluded.run_id then known.ended_as is null
      or (excluded.ended_as is not null and coalesce(known.error_kind, '') not in ('Terminated', 'Timeout', 'Forgotten'))
    else excluded.run_created_at > coalesce(known.run_created_at, known.created_at)
  end;
  return null;
end
$$;

-- What the ledgers have already; the rest comes with Temporal's list. Resets are further attempts of the run before them, and the
-- newest attempt is the one that a row shows.
select ensure_run_partition(month) from (
  select date_trunc('month', created_at, 'UTC') as month from crawl_runs
  union select date_trunc('month', created_at, 'UTC') from jobs
) months;

with chain as (
  select run.*, first.key, row_number() over (partition by first.key order by run.created_at desc, run.id desc) as place,
    count(*) over (partition by first.key) as attempts
  from crawl_runs run
  cross join lateral (
    select case when is_time_ordered(run.workflow_run_id) then run.workflow_run_id::uuid else coalesce(
      (select before.workflow_run_id::uuid from crawl_runs before
        where not is_time_ordered(run.workflow_run_id) and before.dispensary_id = run.dispensary_id
          and before.workflow_id = run.workflow_id and before.created_at <= run.created_at and is_time_ordered(before.workflow_run_id)
        order by before.created_at desc limit 1),
      key_of_run(run.workflow_run_id, run.created_at)) end as key
  ) first
), stages as (
  select crawl_run_id, sum(attempts - 1)::int as retries, (array_agg(worker order by id desc))[1] as worker,
    min(started_at) as started_at
  from stage_runs group by crawl_run_id
)
insert into runs (id, workflow_id, run_id, run_created_at, type, role, dispensary_id, platform, state_code, started_at, ended_at,
  ended_as, error_kind, error_message, result, retry_count, worker, attempt, updated_at)
select chain.key, chain.workflow_id, chain.workflow_run_id,
  case when not is_time_ordered(chain.workflow_run_id) then chain.created_at end, 'crawlDispensary', chain.role, store.id,
  store.platform, store.state, coalesce(stages.started_at, chain.started_at), chain.ended_at, nullif(chain.status, 'running'),
  chain.error_kind, chain.error_message,
  case when chain.payload_id is not null and chain.status <> 'running' then jsonb_build_object('payload_id', chain.payload_id, 'size_bytes', payload.size_bytes,
    'crawl_run_id', chain.id, 'counts', chain.counts) end,
  coalesce(stages.retries, 0), stages.worker, chain.attempts, coalesce(chain.ended_at, stages.started_at, chain.started_at)
from chain
join dispensaries store on store.id = chain.dispensary_id
left join stages on stages.crawl_run_id = chain.id
left join raw_crawl_payloads payload on payload.id = chain.payload_id
where chain.place = 1;

insert into runs (id, workflow_id, run_id, run_created_at, type, job_type, platform, account, priority, max_retries, retry_count,
  scheduled_for, started_at, ended_at, ended_as, worker, progress_percent, progress_message, error_message, result, updated_at)
select key_of_run(workflow_run_id, created_at), 'job/' || id, workflow_run_id,
  case when not is_time_ordered(workflow_run_id) then created_at end, 'job', job_type, platform, account, priority, max_retries,
  retry_count, scheduled_for, started_at, case when closed then coalesce(completed_at, updated_at) end,
  case when closed then status end, worker, progress_percent, progress_message, error_message, result, updated_at
from jobs cross join lateral (select status in ('completed', 'failed', 'cancelled') as closed) how;

create trigger note_chain after insert or update on crawl_runs for each row execute function note_chain();

create trigger note_job after insert or update on jobs for each row execute function note_job();
