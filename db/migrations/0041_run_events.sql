-- What happened, in order: to runs, workers, payloads in quarantine, the problems of dispensaries, and what people did. It is
-- the timeline of a run and the source of the stream of events. A row is appended in the transaction of the change that it reports.
create table run_events (
  id bigint generated always as identity not null,
  -- The partition.
  noted_at timestamptz not null default clock_timestamp(),
  -- When it happened.
  at timestamptz not null default clock_timestamp(),
  topic text not null,
  event text not null,
  -- The key of the run in `runs`; null: it is about no run.
  run_key uuid,
  -- The attempt.
  run_id text,
  worker text,
  -- Who asked for it.
  actor text,
  error_kind text,
  message text,
  percent smallint,
  -- Of topics other than runs.
  data jsonb,
  primary key (id, noted_at),
  constraint run_events_topic check (topic in ('run', 'worker', 'quarantine', 'quality', 'operation'))
) partition by range (noted_at);

create table run_events_other partition of run_events default;

create index run_events_run on run_events (run_key, id) where run_key is not null;

-- The order of a sequence is not the order of commits: a row with a higher id may be seen before one with a lower id. So each
-- transaction that appends holds a lock, from before it takes its first id until after it is seen, whose key has the last id that
-- was taken by then. A reader that finds no lock may read up to the last id of the sequence, read before the locks; else up
-- to the lowest key of a lock. Transactions that append nothing hold nobody up. The key: this number, then 40 bits of id.
create function event_lock_class() returns bigint language sql immutable parallel safe as $$ select 7420::bigint << 40 $$;

create function hold_back_readers() returns trigger language plpgsql as $$
begin
  if current_setting('crawlchain.appends_events', true) is distinct from 'on' then
    perform pg_advisory_xact_lock_shared(event_lock_class() | (select last_value from run_events_id_seq));
    perform set_config('crawlchain.appends_events', 'on', true);
  end if;
  return null;
end
$$;

create trigger hold_back_readers before insert on run_events for each statement execute function hold_back_readers();

-- The id up to which all events are there. A statement that reads them must begin after this one has ended.
create function last_settled_event() returns bigint language plpgsql as $$
declare
  taken bigint := (select last_value - case when is_called then 0 else 1 end from run_events_id_seq);
begin
  return least(taken, (
    select min(((classid::bigint << 32) | objid::bigint) & ((1::bigint << 40) - 1)) from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted and (classid::bigint << 32) & ~((1::bigint << 40) - 1) = event_lock_class()
      and database = (select oid from pg_database where datname = current_database())
  ));
end
$$;

create function note_new_runs() returns trigger language plpgsql as $$
begin
  if current_setting('crawlchain.moves_runs', true) = 'on' or not exists (select from added) then
    return null;
  end if;
  insert into run_events (at, topic, event, run_key, run_id, worker, error_kind, message, percent)
  select told.at, 'run', told.event, told.id, told.run_id, told.worker, told.error_kind, told.message, told.percent
  from (
    select 1 as step, id, run_id, created_at as at, 'created' as event, null as worker, null as error_kind, null as message,
      null::smallint as percent from added
    union all
    select 2, id, run_id, coalesce(started_at, created_at), 'claimed', worker, null, stage, null from added where worker is not null
    union all
    select 3, id, run_id, ended_at, ended_as, worker, error_kind, left(error_message, 1000), null from added where ended_as is not null
  ) told
  order by told.id, told.step;
  return null;
end
$$;

create trigger note_new_runs after insert on runs referencing new table as added
  for each statement execute function note_new_runs();

create function note_changed_runs() returns trigger language plpgsql as $$
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
      select 2, null, 'retried', later.worker, later.error_kind, left(later.error_message, 1000), null
      where later.retry_count > earlier.retry_count and earlier.ended_as is null
      union all
      select 3, case when earlier.started_at is null then later.started_at end, 'claimed', later.worker, null, later.stage, null
      where later.worker is not null and later.worker is distinct from earlier.worker and later.ended_as is null
      union all
      select 4, null, 'stage', later.worker, null, later.stage, null
      where later.stage <> earlier.stage and later.worker is not distinct from earlier.worker and later.ended_as is null
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

create trigger note_changed_runs after update on runs referencing old table as before new table as after
  for each statement execute function note_changed_runs();

-- A worker that starts, stops, is lost, has more or fewer tasks, or whose clock goes wrong or right again.
create function note_worker() returns trigger language plpgsql as $$
begin
  insert into run_events (topic, event, worker, data) values ('worker', new.status, new.worker_id, jsonb_build_object(
    'worker_id', new.worker_id, 'friendly_name', new.friendly_name, 'status', new.status,
    'active_task_count', new.active_task_count, 'clock_ahead_ms', new.clock_ahead_ms));
  return null;
end
$$;

create trigger note_new_worker after insert on workers for each row execute function note_worker();

create trigger note_changed_worker after update on workers for each row
  when (new.status <> old.status or new.active_task_count <> old.active_task_count or new.instance_id is distinct from old.instance_id
    or (coalesce(abs(new.clock_ahead_ms), 0) > 5000) <> (coalesce(abs(old.clock_ahead_ms), 0) > 5000))
  execute function note_worker();

create function note_verdict() returns trigger language plpgsql as $$
begin
  insert into run_events (topic, event, actor, message, data) values ('quarantine', new.verdict, new.decided_by, new.decided_because,
    jsonb_build_object('payload_id', new.id, 'dispensary_id', new.dispensary_id, 'verdict', new.verdict));
  return null;
end
$$;

create trigger note_new_verdict after insert on raw_crawl_payloads for each row
  when (new.verdict = 'suspect') execute function note_verdict();

create trigger note_changed_verdict after update of verdict on raw_crawl_payloads for each row
  when (new.verdict <> old.verdict) execute function note_verdict();

-- What somebody did, once it is done. The words of a command hold who and what, which are for those who may read the audit.
create function note_operation() returns trigger language plpgsql as $$
begin
  insert into run_events (topic, event, actor, data) values ('operation', 'done', new.actor, jsonb_build_object(
    'audit_id', new.id, 'method', new.method, 'path', case when new.method <> 'COMMAND' then new.path end, 'status', new.status));
  return null;
end
$$;

-- Workers elsewhere report themselves every few seconds.
create trigger note_operation after insert or update on api_audit for each row
  when (new.status is not null and new.path not in ('/api/worker-registry/register', '/api/worker-registry/heartbeat'))
  execute function note_operation();

-- The problems of dispensaries that events have reported. Some begin and end by time alone, so the process that keeps the
-- ledger compares.
create table reported_problems (
  dispensary_id bigint primary key references dispensaries (id) on delete cascade,
  problems text[] not null
);

-- Makes a partition of a table where it is missing, and moves into it the rows that came before it was there.
create function ensure_partition(parent text, partition_name text, key_column text, low text, high text) returns void
  language plpgsql as $$
declare
  columns text := (
    select string_agg(quote_ident(attname), ', ') from pg_attribute
    where attrelid = parent::regclass and attnum > 0 and not attisdropped and attgenerated = ''
  );
  early_rows text := format('from %1$I where %2$I >= %3$L and %2$I < %4$L', parent || '_other', key_column, low, high);
begin
  if to_regclass(partition_name) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext(parent || ' partitions'));
  if to_regclass(partition_name) is not null then
    return;
  end if;
  -- A row that is written meanwhile must not stay where the partition is to have it.
  execute format('lock table %I in access exclusive mode', parent);
  execute 'create temporary table early on commit drop as select * ' || early_rows;
  execute 'delete ' || early_rows;
  execute format('create table %I partition of %I for values from (%L) to (%L)', partition_name, parent, low, high);
  perform set_config('crawlchain.moves_runs', 'on', true);
  execute format('insert into %1$I (%2$s) overriding system value select %2$s from early', parent, columns);
  perform set_config('crawlchain.moves_runs', '', true);
  drop table early;
end
$$;

-- Makes the partition of a month. Each is to be called in a transaction of its own: writers lock both tables.
create or replace function ensure_run_partition(moment timestamptz) returns void language plpgsql as $$
declare
  month_start timestamptz := date_trunc('month', moment, 'UTC');
  month_end timestamptz := date_trunc('month', month_start + interval '32 days', 'UTC');
begin
  perform ensure_partition('runs', 'runs_' || to_char(month_start at time zone 'UTC', 'YYYY_MM'), 'id',
    key_of_moment(month_start)::text, key_of_moment(month_end)::text);
end
$$;

create function ensure_event_partition(moment timestamptz) returns void language plpgsql as $$
declare
  month_start timestamptz := date_trunc('month', moment, 'UTC');
  month_end timestamptz := date_trunc('month', month_start + interval '32 days', 'UTC');
begin
  perform ensure_partition('run_events', 'run_events_' || to_char(month_start at time zone 'UTC', 'YYYY_MM'), 'noted_at',
    month_start::text, month_end::text);
end
$$;

select ensure_event_partition(now());
