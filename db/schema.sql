-- What the migrations make, in one file to read. Not to be edited: after a new migration,
-- `UPDATE_SCHEMA=1 npx vitest run tests/integration/db/schema-dump.test.ts` writes it anew.

create schema if not exists compat;

CREATE OR REPLACE FUNCTION public.delete_snapshots_of_products()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  delete from store_product_snapshots where store_product_id in (select id from gone);
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.ensure_event_partition(moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  month_start timestamptz := date_trunc('month', moment, 'UTC');
  month_end timestamptz := date_trunc('month', month_start + interval '32 days', 'UTC');
begin
  perform ensure_partition('run_events', 'run_events_' || to_char(month_start at time zone 'UTC', 'YYYY_MM'), 'noted_at',
    month_start::text, month_end::text);
end
$function$;

CREATE OR REPLACE FUNCTION public.ensure_partition(parent text, partition_name text, key_column text, low text, high text)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.ensure_run_partition(moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  month_start timestamptz := date_trunc('month', moment, 'UTC');
  month_end timestamptz := date_trunc('month', month_start + interval '32 days', 'UTC');
begin
  perform ensure_partition('runs', 'runs_' || to_char(month_start at time zone 'UTC', 'YYYY_MM'), 'id',
    key_of_moment(month_start)::text, key_of_moment(month_end)::text);
end
$function$;

CREATE OR REPLACE FUNCTION public.ensure_snapshot_partition(moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
declare
  month_start timestamptz := date_trunc('month', moment, 'UTC');
  partition_name text := 'store_product_snapshots_' || to_char(month_start at time zone 'UTC', 'YYYY_MM');
begin
  if to_regclass(partition_name) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('store_product_snapshots partitions'));
  execute format(
    'create table if not exists %I partition of store_product_snapshots for values from (%L) to (%L)',
    partition_name, month_start, date_trunc('month', month_start + interval '32 days', 'UTC')
  );
end
$function$;

CREATE OR REPLACE FUNCTION public.event_lock_class()
 RETURNS bigint
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select 7420::bigint << 40 $function$;

CREATE OR REPLACE FUNCTION public.hold_back_readers()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if current_setting('crawlchain.appends_events', true) is distinct from 'on' then
    perform pg_advisory_xact_lock_shared(event_lock_class() | (select last_value from run_events_id_seq));
    perform set_config('crawlchain.appends_events', 'on', true);
  end if;
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.is_time_ordered(run_id text)
 RETURNS boolean
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$ select run_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-' $function$;

CREATE OR REPLACE FUNCTION public.keep_option_stock(options jsonb, known jsonb)
 RETURNS jsonb
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  with fresh as (
    select option, place, row_number() over (partition by option ->> 'option' order by place) as nth
    from jsonb_array_elements(options) with ordinality as listed (option, place)
  ), old as (
    select option, row_number() over (partition by option ->> 'option' order by place) as nth
    from jsonb_array_elements(known) with ordinality as listed (option, place)
  )
  select coalesce(jsonb_agg(fresh.option || coalesce(kept.stock, '{}') order by fresh.place), '[]')
  from fresh
  left join lateral (
    select jsonb_object_agg(field.key, field.value) as stock
    from old, jsonb_each(old.option) as field
    where old.option ->> 'option' = fresh.option ->> 'option' and old.nth = fresh.nth
      and field.key in ('quantity', 'quantityCapped', 'quantityTotal', 'quantityKiosk', 'posId', 'packageId')
      and coalesce(fresh.option -> field.key, 'null') in ('null', 'false')
  ) as kept on true
$function$;

CREATE OR REPLACE FUNCTION public.keep_payload_out_of_future()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  new.fetched_at := date_trunc('milliseconds', clock_timestamp());
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.key_of_attempt(attempt_run_id text, of_workflow text, began timestamp with time zone)
 RETURNS uuid
 LANGUAGE plpgsql
 STABLE
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.key_of_moment(moment timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select (lpad(to_hex(greatest(0, floor(extract(epoch from moment) * 1000))::bigint), 12, '0') || repeat('0', 20))::uuid
$function$;

CREATE OR REPLACE FUNCTION public.key_of_run(run_id text, created timestamp with time zone)
 RETURNS uuid
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select case when is_time_ordered(run_id) then run_id::uuid
    else (substr(key_of_moment(created)::text, 1, 13) || '-7' || substr(md5(run_id), 1, 3) || '-c' || substr(md5(run_id), 4, 3) || '-'
      || substr(md5(run_id), 7, 12))::uuid end
$function$;

CREATE OR REPLACE FUNCTION public.kind_in_message(message text)
 RETURNS text
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select substring(message from '^(Blocked|RateLimited|ProxyFault|NoActiveProxy|UpstreamError|ContractBroken|SuspectPayload|'
    'CorruptPayload|StaleAttempt|NotFound|StorageFull|DatabaseUnavailable|BrowserFault|InvalidInput): ')
$function$;

CREATE OR REPLACE FUNCTION public.last_settled_event()
 RETURNS bigint
 LANGUAGE plpgsql
AS $function$
declare
  taken bigint := (select last_value - case when is_called then 0 else 1 end from run_events_id_seq);
begin
  return least(taken, (
    select min(((classid::bigint << 32) | objid::bigint) & ((1::bigint << 40) - 1)) from pg_locks
    where locktype = 'advisory' and objsubid = 1 and granted and (classid::bigint << 32) & ~((1::bigint << 40) - 1) = event_lock_class()
      and database = (select oid from pg_database where datname = current_database())
  ));
end
$function$;

CREATE OR REPLACE FUNCTION public.leave_out_swept()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  if new.ended_at < (select swept_to from ledger_state) then
    return null;
  end if;
  return new;
end
$function$;

CREATE OR REPLACE FUNCTION public.moment_of_key(key uuid)
 RETURNS timestamp with time zone
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select to_timestamp(('x0000' || substr(key::text, 1, 8) || substr(key::text, 10, 4))::bit(64)::bigint / 1000.0)
$function$;

CREATE OR REPLACE FUNCTION public.note_changed_runs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
    -- A worker may write its row before the ledger knows how often the whole task was retried before: that is no retry of this run.
    cross join lateral (select earlier.max_retries is null and later.max_retries is not null as is_filled) filling
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
      where later.retry_count > earlier.retry_count and earlier.ended_as is null and not is_filled
      union all
      select 2, null, 'crashed', earlier.worker, later.error_kind, left(later.error_message, 1000), null
      where later.type = 'job' and later.error_kind = 'JobCrashed' and later.ended_as is null and later.run_id = earlier.run_id
        and earlier.worker is not null and later.worker is null
      union all
      select 3, case when earlier.started_at is null then later.started_at end, 'claimed', later.worker, null, later.stage, null
      where later.worker is not null and later.ended_as is null
        and (later.worker is distinct from earlier.worker or (later.retry_count > earlier.retry_count and not is_filled)
          or later.run_id <> earlier.run_id)
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
$function$;

CREATE OR REPLACE FUNCTION public.note_new_runs()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.note_operation()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into run_events (topic, event, actor, data) values ('operation', 'done', new.actor, jsonb_build_object(
    'audit_id', new.id, 'method', new.method, 'path', case when new.method <> 'COMMAND' then new.path end, 'status', new.status));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_run()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
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
$function$;

CREATE OR REPLACE FUNCTION public.note_verdict()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into run_events (topic, event, actor, message, data) values ('quarantine', new.verdict, new.decided_by, new.decided_because,
    jsonb_build_object('payload_id', new.id, 'dispensary_id', new.dispensary_id, 'verdict', new.verdict));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.note_worker()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  insert into run_events (topic, event, worker, data) values ('worker', new.status, new.worker_id, jsonb_build_object(
    'worker_id', new.worker_id, 'friendly_name', new.friendly_name, 'status', new.status,
    'active_task_count', new.active_task_count, 'clock_ahead_ms', new.clock_ahead_ms));
  return null;
end
$function$;

CREATE OR REPLACE FUNCTION public.paid_price(rec numeric, rec_special numeric, med numeric, med_special numeric)
 RETURNS numeric
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
RETURN COALESCE(LEAST(rec, rec_special), LEAST(med, med_special));

CREATE OR REPLACE FUNCTION public.run_words(error_kind text, error_message text, result jsonb)
 RETURNS tsvector
 LANGUAGE sql
 IMMUTABLE PARALLEL SAFE
AS $function$
  select to_tsvector('pg_catalog.simple'::regconfig, translate(
    coalesce(error_kind, '') || ' ' || left(coalesce(error_message, ''), 8192) || ' ' || left(replace(coalesce(result::text, ''), '\n', ' '), 32768),
    '!"#$%&''()*+,-./:;<=>?@[\]^_`{|}~', repeat(' ', 32)))
$function$;

CREATE OR REPLACE FUNCTION public.take_turn(asked_target text, served_target text, own_turn bigint, usual_rate double precision, usual_concurrency integer, patience_ms double precision)
 RETURNS TABLE(verdict text, turn bigint, wait_ms double precision, since timestamp with time zone, because text)
 LANGUAGE plpgsql
AS $function$
#variable_conflict use_column
declare
  settings record;
  stop record;
  moment timestamptz;
  rate double precision;
  spacing interval;
  burst integer;
  span interval;
  under_way integer;
  in_span integer;
  before_us integer;
  free_at timestamptz;
  poll interval;
  wait interval;
begin
  -- What is lost with a crash of the server is a moment of pace, which is not worth a flush of the disk a request.
  perform set_config('synchronous_commit', 'off', true);
  select * into settings from pace where target = asked_target for update;
  if not found then
    insert into pace (target) values (asked_target) on conflict do nothing;
    select * into settings from pace where target = asked_target for update;
  end if;
  moment := clock_timestamp();

  select stopped_at, stopped_because into stop from pace
  where target in (asked_target, served_target) and stopped_at is not null limit 1;
  if found then
    delete from pace_turns where id = own_turn;
    return query select 'stopped', null::bigint, 0::double precision, stop.stopped_at, stop.stopped_because;
    return;
  end if;
  if settings.waits_until > moment + patience_ms * interval '1 ms' then
    delete from pace_turns where id = own_turn;
    return query select 'limited', null::bigint, extract(epoch from settings.waits_until - moment)::double precision * 1000,
      null::timestamptz, null::text;
    return;
  end if;

  rate := coalesce(settings.requests_per_second, usual_rate);
  if settings.crawl_delay_ms > 0 then rate := least(rate, 1000.0 / settings.crawl_delay_ms); end if;
  spacing := interval '1 second' / (rate * settings.speed);
  burst := greatest(1, floor(rate));
  span := greatest(interval '1 second', interval '1 second' / rate);
  -- When a request will end is not known, so whoever waits for that looks again.
  poll := least(greatest(spacing, interval '20 ms'), interval '100 ms');

  delete from pace_turns where target = asked_target and coalesce(ended_at + span, expires_at) <= moment;
  select count(*) filter (where sent_at is not null and ended_at is null),
    count(sent_at),
    count(*) filter (where sent_at is null and (own_turn is null or id < own_turn))
  into under_way, in_span, before_us
  from pace_turns where target = asked_target;

  free_at := greatest(moment, settings.waits_until, settings.last_sent_at + spacing);
  if under_way >= coalesce(settings.max_concurrent_requests, usual_concurrency) then
    free_at := greatest(free_at, moment + poll);
  end if;
  if in_span >= burst then
    select greatest(free_at, coalesce(ended_at + span, moment + poll)) into free_at
    from pace_turns where target = asked_target and sent_at is not null
    order by ended_at nulls last offset in_span - burst limit 1;
  end if;

  if free_at <= moment and before_us = 0 then
    update pace set last_sent_at = moment where target = asked_target;
    update pace_turns set sent_at = moment, expires_at = moment + interval '30 seconds' where id = own_turn;
    if not found then
      insert into pace_turns (target, sent_at, expires_at)
      values (asked_target, moment, moment + interval '30 seconds') returning id into own_turn;
    end if;
    return query select 'sent', own_turn, 0::double precision, null::timestamptz, null::text;
    return;
  end if;

  -- Those before us come first, one spacing after the other. Nobody stays away for long: limits may change meanwhile.
  wait := least(free_at - moment + before_us * spacing, interval '2 seconds');
  update pace_turns set expires_at = moment + wait + interval '1 second' where id = own_turn;
  if not found then
    insert into pace_turns (target, expires_at) values (asked_target, moment + wait + interval '1 second')
    returning id into own_turn;
  end if;
  return query select 'wait', own_turn, extract(epoch from wait)::double precision * 1000, null::timestamptz, null::text;
end
$function$;

CREATE OR REPLACE FUNCTION compat.refuse_writes()
 RETURNS trigger
 LANGUAGE plpgsql
AS $function$
begin
  raise exception '%.% is a read-only view of the ledger of runs.', tg_table_schema, tg_table_name using
    errcode = 'feature_not_supported',
    hint = 'Start, cancel and retry tasks and jobs with the API or the command crawlchain; see docs/reference/compat-views.md.';
end
$function$;

create sequence crawl_fence as bigint;

create table account_identities (
  platform text not null,
  account text not null,
  proxy_id bigint,
  profile text not null,
  sealed_cookies text,
  pinned_at timestamp with time zone default clock_timestamp() not null,
  pinned_because text,
  sessions bigint default 0 not null,
  constraint account_identities_pkey PRIMARY KEY (platform, account)
);

create table api_audit (
  id bigint generated always as identity not null,
  at timestamp with time zone default clock_timestamp() not null,
  request_id uuid not null,
  actor text not null,
  actor_name text not null,
  address text,
  method text not null,
  path text not null,
  reason text,
  body jsonb,
  status integer,
  summary text,
  constraint api_audit_pkey PRIMARY KEY (id)
);

create table api_idempotency (
  actor text not null,
  key text not null,
  request_sha256 text not null,
  start_id uuid not null,
  taken_at timestamp with time zone default clock_timestamp() not null,
  status integer,
  content_type text,
  answer text,
  workflow_id text,
  run_id text,
  created_at timestamp with time zone default now() not null,
  constraint api_idempotency_pkey PRIMARY KEY (actor, key)
);

create table api_keys (
  id text not null,
  name text not null,
  scope text not null,
  secret_sha256 bytea not null,
  created_at timestamp with time zone default now() not null,
  expires_at timestamp with time zone,
  revoked_at timestamp with time zone,
  last_used_at timestamp with time zone,
  replaced_by text,
  constraint api_keys_pkey PRIMARY KEY (id),
  constraint api_keys_scope_check CHECK ((scope = ANY (ARRAY['read'::text, 'operate'::text, 'admin'::text])))
);

create table brand_logos (
  id bigint generated always as identity not null,
  brand_name text not null,
  image_url text not null,
  local_image_path text,
  image_failures integer default 0 not null,
  image_error text,
  image_failed_at timestamp with time zone,
  image_run_id bigint,
  first_seen_at timestamp with time zone default now() not null,
  constraint brand_logos_pkey PRIMARY KEY (id)
);

create table crawl_runs (
  id bigint generated always as identity not null,
  dispensary_id bigint not null,
  role text not null,
  workflow_id text not null,
  workflow_run_id text not null,
  status text default 'running'::text not null,
  fence bigint not null,
  payload_id bigint,
  counts jsonb default '{}'::jsonb not null,
  error_kind text,
  error_message text,
  started_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  created_at timestamp with time zone generated always as (
CASE
    WHEN (workflow_run_id ~ '^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-'::text) THEN to_timestamp(((((((('x0000'::text || substr(workflow_run_id, 1, 8)) || substr(workflow_run_id, 10, 4)))::bit(64))::bigint)::numeric / 1000.0))::double precision)
    ELSE date_bin('00:00:00.001'::interval, started_at, '2000-01-01 00:00:00+00'::timestamp with time zone)
END) stored not null,
  entered_by text,
  entered_stage text,
  entered_fence bigint,
  entered_activity text,
  entered_attempt integer,
  retry_count integer default 0 not null,
  constraint crawl_runs_check CHECK (((status = 'running'::text) = (ended_at IS NULL))),
  constraint crawl_runs_pkey PRIMARY KEY (id),
  constraint crawl_runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'unconfirmed'::text, 'failed'::text, 'cancelled'::text]))),
  constraint crawl_runs_workflow_run_id_key UNIQUE (workflow_run_id)
);

create table credentials (
  name text not null,
  platform text,
  account text,
  sealed_value text not null,
  set_by text,
  created_at timestamp with time zone default clock_timestamp() not null,
  updated_at timestamp with time zone default clock_timestamp() not null,
  last_used_at timestamp with time zone,
  constraint credentials_pkey PRIMARY KEY (name)
);

create table deleted_job_runs (
  workflow_run_id text not null,
  deleted_at timestamp with time zone default now() not null,
  constraint deleted_job_runs_pkey PRIMARY KEY (workflow_run_id)
);

create table dispensaries (
  id bigint generated always as identity not null,
  name text not null,
  platform text not null,
  platform_dispensary_id text,
  slug text not null,
  menu_url text not null,
  address text,
  city text,
  state text,
  postal_code text,
  country text,
  latitude double precision,
  longitude double precision,
  time_zone text,
  phone text,
  crawl_enabled boolean default true not null,
  first_crawl_at timestamp with time zone,
  last_crawl_at timestamp with time zone,
  last_crawl_started_at timestamp with time zone,
  last_fetch_at timestamp with time zone,
  current_payload_fetched_at timestamp with time zone,
  product_count integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  fetch_mode text default 'http'::text not null,
  browser_until timestamp with time zone,
  closed_at timestamp with time zone,
  api_url text,
  crawl_interval_hours double precision,
  adapted_interval_hours double precision,
  added_as text[] default '{}'::text[] not null,
  crawl_stopped_at timestamp with time zone,
  crawl_stopped_by text,
  crawl_stopped_because text,
  constraint dispensaries_adapted_interval_hours_check CHECK ((adapted_interval_hours > (0)::double precision)),
  constraint dispensaries_crawl_interval_hours_check CHECK ((crawl_interval_hours > (0)::double precision)),
  constraint dispensaries_fetch_mode_check CHECK ((fetch_mode = ANY (ARRAY['http'::text, 'browser'::text, 'auto'::text]))),
  constraint dispensaries_pkey PRIMARY KEY (id),
  constraint dispensaries_platform_platform_dispensary_id_key UNIQUE (platform, platform_dispensary_id),
  constraint dispensaries_state_check CHECK ((state ~ '^[A-Z]{2}$'::text))
);

create table dutchie_discovery_locations (
  id bigint generated always as identity not null,
  platform_dispensary_id text not null,
  name text not null,
  slug text not null,
  menu_url text not null,
  address text,
  city text,
  state text,
  postal_code text,
  country text,
  latitude double precision,
  longitude double precision,
  time_zone text,
  phone text,
  status text,
  dispensary_id bigint,
  rejected_because text,
  first_seen_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  platform text not null,
  admitted_reasons text[],
  admitted_at timestamp with time zone,
  admitted_by text,
  constraint dutchie_discovery_locations_key UNIQUE (platform, platform_dispensary_id),
  constraint dutchie_discovery_locations_pkey PRIMARY KEY (id)
);

create table image_files (
  id bigint generated always as identity not null,
  url text not null,
  path text,
  claimed_until timestamp with time zone,
  saved_at timestamp with time zone,
  constraint image_files_pkey PRIMARY KEY (id)
);

create table instance (
  is_only boolean default true not null,
  id uuid default gen_random_uuid() not null,
  kind text default 'production'::text not null,
  created_at timestamp with time zone default now() not null,
  constraint instance_is_only_check CHECK (is_only),
  constraint instance_kind_check CHECK ((kind = ANY (ARRAY['sandbox'::text, 'production'::text]))),
  constraint instance_pkey PRIMARY KEY (is_only)
);

create table job_dependencies (
  job_id text not null,
  depends_on text not null,
  workflow_run_id text not null,
  is_awaited boolean default true not null,
  ended_as text,
  constraint job_dependencies_ended_as_check CHECK ((ended_as = ANY (ARRAY['completed'::text, 'failed'::text, 'cancelled'::text, 'missing'::text]))),
  constraint job_dependencies_pkey PRIMARY KEY (job_id, depends_on)
);

create table job_files (
  job_id text not null,
  name text not null,
  holder text not null,
  workflow_run_id text not null,
  path text not null,
  bytes bigint not null,
  sha256 text not null,
  content_type text not null,
  source text,
  stem text,
  is_replaced boolean default false not null,
  created_at timestamp with time zone default clock_timestamp() not null,
  constraint job_files_pkey PRIMARY KEY (job_id, name, holder)
);

create table job_log (
  job_id text not null,
  workflow_run_id text not null,
  number bigint not null,
  attempt integer not null,
  at timestamp with time zone not null,
  line text not null,
  constraint job_log_pkey PRIMARY KEY (job_id, workflow_run_id, number)
);

create table job_payloads (
  job_id text not null,
  sha256 text not null,
  payload jsonb not null,
  stored_at timestamp with time zone default clock_timestamp() not null,
  constraint job_payloads_pkey PRIMARY KEY (job_id, sha256)
);

create table job_state (
  id text not null,
  state jsonb not null,
  set_at timestamp with time zone default clock_timestamp() not null,
  constraint job_state_pkey PRIMARY KEY (id)
);

create table job_turns (
  job_id text not null,
  workflow_run_id text not null,
  platform text not null,
  account text,
  priority smallint not null,
  requested_at timestamp with time zone not null,
  granted_at timestamp with time zone,
  held_until timestamp with time zone,
  constraint job_turns_pkey PRIMARY KEY (job_id)
);

create table jobs (
  id text not null,
  workflow_run_id text not null,
  created_at timestamp with time zone not null,
  job_type text not null,
  platform text,
  account text,
  priority smallint not null,
  payload jsonb not null,
  max_retries integer not null,
  scheduled_for timestamp with time zone,
  status text not null,
  fence bigint default 0 not null,
  retry_count integer default 0 not null,
  worker text,
  progress_percent smallint default 0,
  progress_message text,
  cursor jsonb,
  result jsonb,
  error_message text,
  started_at timestamp with time zone,
  updated_at timestamp with time zone not null,
  completed_at timestamp with time zone,
  downloaded_bytes bigint default 0 not null,
  error_kind text,
  crash_count integer default 0 not null,
  edits integer default 0 not null,
  on_failure text,
  credentials text[],
  constraint jobs_pkey PRIMARY KEY (id),
  constraint jobs_progress_percent_check CHECK (((progress_percent >= 0) AND (progress_percent <= 100))),
  constraint jobs_status_check CHECK ((status = ANY (ARRAY['pending'::text, 'running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text])))
);

create table ledger_state (
  is_only boolean default true not null,
  followed_to timestamp with time zone,
  compared_at timestamp with time zone,
  swept_to timestamp with time zone,
  constraint ledger_state_is_only_check CHECK (is_only),
  constraint ledger_state_pkey PRIMARY KEY (is_only)
);

create table legacy_imports (
  source text not null,
  step text not null,
  after_id bigint default 0 not null,
  taken bigint default 0 not null,
  present bigint default 0 not null,
  refused bigint default 0 not null,
  refusals jsonb default '[]'::jsonb not null,
  updated_at timestamp with time zone default now() not null,
  merged bigint default 0 not null,
  constraint legacy_imports_pkey PRIMARY KEY (source, step)
);

create table legacy_incomplete_payloads (
  source text not null,
  payload_id bigint not null,
  constraint legacy_incomplete_payloads_pkey PRIMARY KEY (source, payload_id)
);

create table pace (
  target text not null,
  requests_per_second double precision,
  max_concurrent_requests integer,
  stopped_at timestamp with time zone,
  stopped_because text,
  crawl_delay_ms integer default 0 not null,
  last_sent_at timestamp with time zone,
  waits_until timestamp with time zone,
  limits_in_a_row integer default 0 not null,
  speed double precision default 1 not null,
  slowed_at timestamp with time zone,
  latency_recent_ms double precision,
  latency_usual_ms double precision,
  latency_samples integer default 0 not null,
  revision bigint default 0 not null,
  constraint pace_crawl_delay_ms_check CHECK ((crawl_delay_ms >= 0)),
  constraint pace_max_concurrent_requests_check CHECK ((max_concurrent_requests > 0)),
  constraint pace_pkey PRIMARY KEY (target),
  constraint pace_requests_per_second_check CHECK ((requests_per_second > (0)::double precision)),
  constraint pace_speed_check CHECK (((speed > (0)::double precision) AND (speed <= (1)::double precision)))
) with (fillfactor=50);

create table pace_turns (
  id bigint generated always as identity not null,
  target text not null,
  sent_at timestamp with time zone,
  ended_at timestamp with time zone,
  expires_at timestamp with time zone not null,
  constraint pace_turns_pkey PRIMARY KEY (id)
) with (fillfactor=50);

create table payload_fields (
  platform text not null,
  operation text not null,
  path text not null,
  types text[] not null,
  presence text not null,
  first_payload_id bigint,
  last_payload_id bigint,
  first_seen_at timestamp with time zone default now() not null,
  changed_at timestamp with time zone default now() not null,
  drift jsonb,
  drift_payload_id bigint,
  drifted_at timestamp with time zone,
  constraint payload_fields_pkey PRIMARY KEY (platform, operation, path),
  constraint payload_fields_presence_check CHECK ((presence = ANY (ARRAY['always'::text, 'sometimes'::text, 'gone'::text, 'untold'::text])))
);

create table persisted_queries (
  platform text not null,
  operation text not null,
  hash text not null,
  learned_at timestamp with time zone,
  rejected_at timestamp with time zone,
  constraint persisted_queries_pkey PRIMARY KEY (platform, operation, hash)
);

create table proxies (
  id bigint generated always as identity not null,
  host text not null,
  port integer not null,
  username text,
  password text,
  protocol text default 'http'::text not null,
  is_active boolean default true not null,
  last_used_at timestamp with time zone,
  failure_count integer default 0 not null,
  success_count integer default 0 not null,
  consecutive_failures integer default 0 not null,
  consecutive_403_count integer default 0 not null,
  avg_response_time_ms integer,
  last_failure_at timestamp with time zone,
  last_error text,
  exit_address text,
  owner text,
  created_at timestamp with time zone default now() not null,
  country_code text,
  max_concurrent integer default 10 not null,
  consecutive_faults integer default 0 not null,
  cooldown_until timestamp with time zone,
  cooldowns integer default 0 not null,
  cooled_for text,
  fresh_start_event_id bigint default 0 not null,
  constraint proxies_country_code_check CHECK ((country_code ~ '^[A-Z]{2}$'::text)),
  constraint proxies_max_concurrent_check CHECK ((max_concurrent > 0)),
  constraint proxies_pkey PRIMARY KEY (id),
  constraint proxies_port_check CHECK (((port >= 1) AND (port <= 65535))),
  constraint proxies_protocol_check CHECK ((protocol = ANY (ARRAY['http'::text, 'https'::text, 'socks5'::text]))),
  constraint proxies_protocol_host_port_username_key UNIQUE NULLS NOT DISTINCT (protocol, host, port, username)
);

create table proxy_events (
  attempt_key text collate "C" not null,
  proxy_id bigint not null,
  outcome text not null,
  detail text,
  response_time_ms integer,
  at timestamp with time zone default clock_timestamp() not null,
  id bigint generated always as identity not null,
  target text not null,
  page_url text default ''::text not null,
  bytes bigint default 0 not null,
  is_counted boolean default true not null,
  constraint proxy_events_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'blocked'::text, 'fault'::text, 'broken'::text]))),
  constraint proxy_events_pkey PRIMARY KEY (attempt_key)
);

create table proxy_leases (
  id uuid not null,
  proxy_id bigint not null,
  target text not null,
  expires_at timestamp with time zone not null,
  constraint proxy_leases_pkey PRIMARY KEY (id)
);

create table proxy_targets (
  proxy_id bigint not null,
  target text not null,
  success_count integer default 0 not null,
  blocked_count integer default 0 not null,
  fault_count integer default 0 not null,
  bytes bigint default 0 not null,
  consecutive_failures integer default 0 not null,
  avg_response_time_ms integer,
  last_success_at timestamp with time zone,
  last_failure_at timestamp with time zone,
  last_error text,
  pruned_success_count integer default 0 not null,
  pruned_blocked_count integer default 0 not null,
  pruned_fault_count integer default 0 not null,
  pruned_bytes bigint default 0 not null,
  constraint proxy_targets_pkey PRIMARY KEY (proxy_id, target)
);

create table raw_crawl_payloads (
  id bigint generated always as identity not null,
  dispensary_id bigint not null,
  crawl_run_id bigint,
  platform text not null,
  storage_path text not null,
  sha256 text not null,
  size_bytes bigint not null,
  size_bytes_raw bigint not null,
  product_count integer not null,
  pages integer not null,
  proxy_id bigint,
  browser_profile text not null,
  exit_address text,
  fetch_duration_ms integer not null,
  fetched_at timestamp with time zone not null,
  ingested_at timestamp with time zone,
  ingest_counts jsonb,
  total_count bigint,
  missing_count bigint default 0 not null,
  page_hashes text[] default '{}'::text[] not null,
  verdict text default 'accepted'::text not null,
  suspicion jsonb,
  decided_by text,
  decided_at timestamp with time zone,
  file_state text default 'stored'::text not null,
  file_checked_at timestamp with time zone,
  held_by text,
  decided_because text,
  fields_selected boolean default false not null,
  confirmed_by jsonb,
  list_prices_up integer,
  list_prices_down integer,
  constraint raw_crawl_payloads_check CHECK (((verdict = ANY (ARRAY['suspect'::text, 'confirmed'::text, 'rejected'::text])) = (suspicion IS NOT NULL))),
  constraint raw_crawl_payloads_file_state_check CHECK ((file_state = ANY (ARRAY['stored'::text, 'missing'::text, 'corrupt'::text, 'expired'::text]))),
  constraint raw_crawl_payloads_pkey PRIMARY KEY (id),
  constraint raw_crawl_payloads_storage_path_key UNIQUE (storage_path),
  constraint raw_crawl_payloads_verdict_check CHECK ((verdict = ANY (ARRAY['accepted'::text, 'suspect'::text, 'confirmed'::text, 'rejected'::text])))
);

create table reported_problems (
  dispensary_id bigint not null,
  problems text[] not null,
  constraint reported_problems_pkey PRIMARY KEY (dispensary_id)
);

create table run_events (
  id bigint generated always as identity not null,
  noted_at timestamp with time zone default clock_timestamp() not null,
  at timestamp with time zone default clock_timestamp() not null,
  topic text not null,
  event text not null,
  run_key uuid,
  run_id text,
  worker text,
  actor text,
  error_kind text,
  message text,
  percent smallint,
  data jsonb,
  constraint run_events_pkey PRIMARY KEY (id, noted_at),
  constraint run_events_topic CHECK ((topic = ANY (ARRAY['run'::text, 'worker'::text, 'quarantine'::text, 'quality'::text, 'operation'::text])))
) partition by RANGE (noted_at);

create table run_events_2026_11 partition of run_events FOR VALUES FROM ('2026-11-01 00:00:00+00') TO ('2026-12-01 00:00:00+00');

create table run_events_other partition of run_events DEFAULT;

create table run_heartbeats (
  run_id text not null,
  activity_id text not null,
  activity text not null,
  attempt integer not null,
  worker text,
  claimed_at timestamp with time zone not null,
  heartbeat_at timestamp with time zone,
  next_attempt_at timestamp with time zone,
  failing_since timestamp with time zone,
  failed_at timestamp with time zone,
  error_kind text,
  error_message text,
  constraint run_heartbeats_pkey PRIMARY KEY (run_id, activity_id)
) with (fillfactor=50);

create table runs (
  id uuid not null,
  workflow_id text not null,
  run_id text not null,
  run_created_at timestamp with time zone,
  type text not null,
  role text,
  job_type text,
  platform text,
  account text,
  dispensary_id bigint,
  state_code text,
  priority integer,
  max_retries integer,
  retry_count integer default 0 not null,
  scheduled_for timestamp with time zone,
  requested_by text,
  started_by text,
  started_at timestamp with time zone,
  ended_at timestamp with time zone,
  ended_as text,
  end_noted_at timestamp with time zone,
  stage text,
  worker text,
  attempt integer default 1 not null,
  progress_percent smallint,
  progress_message text,
  error_kind text,
  error_message text,
  result jsonb,
  updated_at timestamp with time zone default clock_timestamp() not null,
  created_at timestamp with time zone generated always as (moment_of_key(id)) stored not null,
  constraint runs_ended CHECK (((ended_as IS NULL) = (ended_at IS NULL))),
  constraint runs_ended_as CHECK ((ended_as = ANY (ARRAY['completed'::text, 'unconfirmed'::text, 'failed'::text, 'cancelled'::text]))),
  constraint runs_pkey PRIMARY KEY (id)
) partition by RANGE (id);

create table runs_other partition of runs DEFAULT;

create table schema_migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table stage_runs (
  id bigint generated always as identity not null,
  crawl_run_id bigint not null,
  stage text not null,
  role text not null,
  worker text not null,
  attempts integer default 1 not null,
  outcome text,
  result jsonb,
  started_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint stage_runs_crawl_run_id_stage_key UNIQUE (crawl_run_id, stage),
  constraint stage_runs_outcome_check CHECK ((outcome = ANY (ARRAY['completed'::text, 'failed'::text]))),
  constraint stage_runs_pkey PRIMARY KEY (id),
  constraint stage_runs_stage_check CHECK ((stage = ANY (ARRAY['resolve'::text, 'fetch'::text, 'ingest'::text, 'images'::text])))
);

create table store_locks (
  dispensary_id bigint not null,
  workflow_id text not null,
  workflow_run_id text not null,
  fence bigint not null,
  since timestamp with time zone not null,
  begun_at timestamp with time zone,
  constraint store_locks_pkey PRIMARY KEY (dispensary_id),
  constraint store_locks_workflow_run_id_key UNIQUE (workflow_run_id)
);

create table store_product_snapshots (
  store_product_id bigint not null,
  payload_id bigint not null,
  dispensary_id bigint not null,
  price_rec numeric(10,2),
  price_med numeric(10,2),
  price_rec_special numeric(10,2),
  price_med_special numeric(10,2),
  is_on_special boolean not null,
  is_in_stock boolean not null,
  quantity integer,
  thc_low double precision,
  thc_high double precision,
  options jsonb not null,
  fetched_at timestamp with time zone not null,
  quantity_capped boolean default false not null,
  thc_unit text,
  cbd_low double precision,
  cbd_high double precision,
  cbd_unit text,
  normalizer_version integer not null,
  price_option text,
  constraint store_product_snapshots_pkey PRIMARY KEY (payload_id, store_product_id, fetched_at)
) partition by RANGE (fetched_at);

create table store_products (
  id bigint generated always as identity not null,
  dispensary_id bigint not null,
  provider text not null,
  provider_product_id text not null,
  name_raw text not null,
  name text not null,
  brand_name_raw text,
  brand_name text,
  category text,
  subcategory text,
  strain_type text,
  price_rec numeric(10,2),
  price_med numeric(10,2),
  price_rec_special numeric(10,2),
  price_med_special numeric(10,2),
  is_on_special boolean not null,
  is_in_stock boolean not null,
  stock_status text not null,
  quantity integer,
  quantity_capped boolean default false not null,
  consecutive_misses integer default 0 not null,
  thc_low double precision,
  thc_high double precision,
  thc_unit text,
  cbd_low double precision,
  cbd_high double precision,
  cbd_unit text,
  options jsonb not null,
  image_url text,
  local_image_path text,
  image_failures integer default 0 not null,
  image_error text,
  normalizer_version integer not null,
  last_payload_id bigint,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  updated_at timestamp with time zone default now() not null,
  enterprise_product_id text,
  slug text,
  brand_id text,
  brand_description text,
  brand_image_url text,
  specials jsonb default '[]'::jsonb not null,
  status text,
  medical_only boolean default false not null,
  rec_only boolean default false not null,
  cannabinoids jsonb default '[]'::jsonb not null,
  image_urls jsonb default '[]'::jsonb not null,
  platform_created_at timestamp with time zone,
  platform_updated_at timestamp with time zone,
  image_failed_at timestamp with time zone,
  image_run_id bigint,
  content_hash text,
  first_missed_at timestamp with time zone,
  former_provider_product_ids text[] default '{}'::text[] not null,
  stock_as_of timestamp with time zone,
  price_option text,
  constraint store_products_check CHECK ((is_in_stock = (stock_status = 'in_stock'::text))),
  constraint store_products_dispensary_id_provider_provider_product_id_key UNIQUE (dispensary_id, provider, provider_product_id),
  constraint store_products_pkey PRIMARY KEY (id),
  constraint store_products_price_med_check CHECK ((price_med > (0)::numeric)),
  constraint store_products_price_med_special_check CHECK ((price_med_special > (0)::numeric)),
  constraint store_products_price_rec_check CHECK ((price_rec > (0)::numeric)),
  constraint store_products_price_rec_special_check CHECK ((price_rec_special > (0)::numeric)),
  constraint store_products_stock_status_check CHECK ((stock_status = ANY (ARRAY['in_stock'::text, 'oos'::text])))
) with (fillfactor=50);

create table store_waiters (
  dispensary_id bigint not null,
  workflow_id text not null,
  workflow_run_id text not null,
  waits_for text not null,
  priority_key smallint not null,
  asked_at timestamp with time zone not null,
  constraint store_waiters_pkey PRIMARY KEY (dispensary_id, workflow_id),
  constraint store_waiters_waits_for_check CHECK ((waits_for = ANY (ARRAY['store'::text, 'chain'::text])))
);

create table target_breakers (
  target text not null,
  opened_at timestamp with time zone default clock_timestamp() not null,
  open_until timestamp with time zone not null,
  openings integer default 1 not null,
  trial_lease_id uuid,
  constraint target_breakers_pkey PRIMARY KEY (target)
);

create table workers (
  worker_id text not null,
  pod_name text not null,
  friendly_name text not null,
  role text,
  version text not null,
  status text not null,
  queues jsonb not null,
  tuner jsonb not null,
  max_concurrent_tasks integer not null,
  active_task_count integer not null,
  current_task_ids text[] not null,
  resources jsonb not null,
  decommission_requested_at timestamp with time zone,
  started_at timestamp with time zone not null,
  last_heartbeat_at timestamp with time zone default clock_timestamp() not null,
  stopped_at timestamp with time zone,
  instance_id uuid,
  rival_pod_name text,
  rival_seen_at timestamp with time zone,
  clock_ahead_ms bigint,
  decommission_requested_by text,
  decommission_reason text,
  former_decommission_at timestamp with time zone,
  former_decommission_by text,
  former_decommission_reason text,
  crashed_at timestamp with time zone[] default '{}'::timestamp with time zone[] not null,
  constraint workers_active_task_count_check CHECK ((active_task_count >= 0)),
  constraint workers_max_concurrent_tasks_check CHECK ((max_concurrent_tasks > 0)),
  constraint workers_pkey PRIMARY KEY (worker_id),
  constraint workers_status_check CHECK ((status = ANY (ARRAY['active'::text, 'backing_off'::text, 'draining'::text, 'stopped'::text, 'decommissioned'::text, 'lost'::text])))
);

CREATE INDEX api_audit_actor ON public.api_audit USING btree (actor, id);

CREATE INDEX api_idempotency_created ON public.api_idempotency USING btree (created_at);

CREATE UNIQUE INDEX brand_logos_key ON public.brand_logos USING btree (md5(brand_name), md5(image_url));

CREATE INDEX crawl_runs_created ON public.crawl_runs USING btree (created_at, workflow_run_id);

CREATE INDEX crawl_runs_dispensary ON public.crawl_runs USING btree (dispensary_id, id DESC);

CREATE INDEX crawl_runs_ended ON public.crawl_runs USING btree (ended_at);

CREATE INDEX crawl_runs_not_completed ON public.crawl_runs USING btree (status, created_at, workflow_run_id) WHERE (status = ANY (ARRAY['unconfirmed'::text, 'failed'::text, 'cancelled'::text]));

CREATE INDEX crawl_runs_running ON public.crawl_runs USING btree (dispensary_id) WHERE (status = 'running'::text);

CREATE INDEX dispensaries_due ON public.dispensaries USING btree (id) INCLUDE (last_crawl_at) WHERE crawl_enabled;

CREATE UNIQUE INDEX image_files_url ON public.image_files USING btree (md5(url));

CREATE INDEX job_dependencies_awaited ON public.job_dependencies USING btree (depends_on) WHERE is_awaited;

CREATE INDEX job_files_replaced ON public.job_files USING btree (holder) WHERE is_replaced;

CREATE INDEX job_payloads_by_age ON public.job_payloads USING btree (stored_at);

CREATE INDEX job_state_by_age ON public.job_state USING btree (set_at);

CREATE UNIQUE INDEX job_turns_account ON public.job_turns USING btree (platform, account) WHERE (granted_at IS NOT NULL);

CREATE INDEX job_turns_platform ON public.job_turns USING btree (platform);

CREATE INDEX jobs_by_age ON public.jobs USING btree (created_at DESC, id DESC) WHERE (status = ANY (ARRAY['completed'::text, 'failed'::text, 'cancelled'::text]));

CREATE INDEX jobs_by_end ON public.jobs USING btree (completed_at);

CREATE INDEX jobs_by_start ON public.jobs USING btree (started_at) WHERE (status = 'running'::text);

CREATE INDEX pace_turns_target ON public.pace_turns USING btree (target, id);

CREATE INDEX proxy_events_at ON public.proxy_events USING btree (at);

CREATE INDEX proxy_events_broken ON public.proxy_events USING btree (target, page_url, id) WHERE (outcome = 'broken'::text);

CREATE INDEX proxy_events_health ON public.proxy_events USING btree (proxy_id, target, id);

CREATE INDEX proxy_events_window ON public.proxy_events USING btree (target, at);

CREATE INDEX proxy_leases_proxy ON public.proxy_leases USING btree (proxy_id);

CREATE INDEX raw_crawl_payloads_dispensary ON public.raw_crawl_payloads USING btree (dispensary_id, fetched_at DESC);

CREATE INDEX raw_crawl_payloads_fetched ON public.raw_crawl_payloads USING btree (fetched_at, id);

CREATE INDEX raw_crawl_payloads_open_suspects ON public.raw_crawl_payloads USING btree (dispensary_id) WHERE (verdict = 'suspect'::text);

CREATE INDEX raw_crawl_payloads_page_hashes ON public.raw_crawl_payloads USING gin (page_hashes);

CREATE INDEX raw_crawl_payloads_platform ON public.raw_crawl_payloads USING btree (platform, fetched_at, id);

CREATE INDEX raw_crawl_payloads_suspect ON public.raw_crawl_payloads USING btree (id) WHERE (verdict = 'suspect'::text);

CREATE INDEX raw_crawl_payloads_verdict ON public.raw_crawl_payloads USING btree (verdict, fetched_at, id) WHERE (verdict <> 'accepted'::text);

CREATE INDEX run_events_run ON ONLY public.run_events USING btree (run_key, id) WHERE (run_key IS NOT NULL);

CREATE INDEX runs_bulk_actions ON ONLY public.runs USING btree (id) WHERE (type = 'bulkAction'::text);

CREATE INDEX runs_dispensary ON ONLY public.runs USING btree (dispensary_id, id);

CREATE INDEX runs_duration ON ONLY public.runs USING btree (((ended_at - created_at)), id) WHERE (ended_at IS NOT NULL);

CREATE INDEX runs_end_noted ON ONLY public.runs USING btree (end_noted_at) WHERE (end_noted_at IS NOT NULL);

CREATE INDEX runs_ended_as ON ONLY public.runs USING btree (ended_as, id);

CREATE INDEX runs_ended_at ON ONLY public.runs USING btree (ended_at, id) WHERE (ended_at IS NOT NULL);

CREATE INDEX runs_error_kind ON ONLY public.runs USING btree (error_kind, id) WHERE (error_kind IS NOT NULL);

CREATE INDEX runs_jobs ON ONLY public.runs USING btree (id) WHERE (type = 'job'::text);

CREATE INDEX runs_open ON ONLY public.runs USING btree (run_id) WHERE (ended_as IS NULL);

CREATE INDEX runs_priority ON ONLY public.runs USING btree (priority DESC NULLS LAST, id DESC);

CREATE INDEX runs_role ON ONLY public.runs USING btree (role, ended_as, id) INCLUDE (type, workflow_id);

CREATE INDEX runs_words ON ONLY public.runs USING gin (run_words(error_kind, error_message, result));

CREATE INDEX runs_workflow ON ONLY public.runs USING btree (workflow_id, id);

CREATE INDEX stage_runs_role_ended ON public.stage_runs USING btree (role, ended_at);

CREATE INDEX store_product_snapshots_product ON ONLY public.store_product_snapshots USING btree (store_product_id, fetched_at);

CREATE INDEX store_products_brand ON public.store_products USING btree (brand_name, id);

CREATE INDEX store_products_category ON public.store_products USING btree (category, id);

CREATE INDEX store_products_dispensary ON public.store_products USING btree (dispensary_id, id);

CREATE INDEX store_products_provider_product ON public.store_products USING btree (provider_product_id);

CREATE INDEX store_products_without_image ON public.store_products USING btree (dispensary_id) WHERE ((local_image_path IS NULL) AND (image_url IS NOT NULL));

CREATE INDEX store_products_words ON public.store_products USING gin (to_tsvector('simple'::regconfig, ((name || ' '::text) || COALESCE(brand_name, ''::text))));

CREATE INDEX store_waiters_run ON public.store_waiters USING btree (workflow_run_id);

CREATE UNIQUE INDEX workers_living_name ON public.workers USING btree (friendly_name) WHERE (status = ANY (ARRAY['active'::text, 'backing_off'::text, 'draining'::text]));

alter table api_keys add constraint api_keys_replaced_by_fkey FOREIGN KEY (replaced_by) REFERENCES api_keys(id) ON DELETE SET NULL;

alter table crawl_runs add constraint crawl_runs_dispensary_id_fkey FOREIGN KEY (dispensary_id) REFERENCES dispensaries(id) ON DELETE CASCADE;

alter table crawl_runs add constraint crawl_runs_payload_id_fkey FOREIGN KEY (payload_id) REFERENCES raw_crawl_payloads(id) ON DELETE SET NULL;

alter table dutchie_discovery_locations add constraint dutchie_discovery_locations_dispensary_id_fkey FOREIGN KEY (dispensary_id) REFERENCES dispensaries(id) ON DELETE SET NULL;

alter table job_log add constraint job_log_job_id_fkey FOREIGN KEY (job_id) REFERENCES jobs(id) ON DELETE CASCADE;

alter table payload_fields add constraint payload_fields_first_payload_id_fkey FOREIGN KEY (first_payload_id) REFERENCES raw_crawl_payloads(id) ON DELETE SET NULL;

alter table payload_fields add constraint payload_fields_last_payload_id_fkey FOREIGN KEY (last_payload_id) REFERENCES raw_crawl_payloads(id) ON DELETE SET NULL;

alter table proxy_events add constraint proxy_events_proxy_id_fkey FOREIGN KEY (proxy_id) REFERENCES proxies(id) ON DELETE CASCADE;

alter table proxy_leases add constraint proxy_leases_proxy_id_fkey FOREIGN KEY (proxy_id) REFERENCES proxies(id) ON DELETE CASCADE;

alter table proxy_targets add constraint proxy_targets_proxy_id_fkey FOREIGN KEY (proxy_id) REFERENCES proxies(id) ON DELETE CASCADE;

alter table raw_crawl_payloads add constraint raw_crawl_payloads_crawl_run_id_fkey FOREIGN KEY (crawl_run_id) REFERENCES crawl_runs(id) ON DELETE SET NULL;

alter table raw_crawl_payloads add constraint raw_crawl_payloads_dispensary_id_fkey FOREIGN KEY (dispensary_id) REFERENCES dispensaries(id) ON DELETE CASCADE;

alter table raw_crawl_payloads add constraint raw_crawl_payloads_proxy_id_fkey FOREIGN KEY (proxy_id) REFERENCES proxies(id) ON DELETE SET NULL;

alter table reported_problems add constraint reported_problems_dispensary_id_fkey FOREIGN KEY (dispensary_id) REFERENCES dispensaries(id) ON DELETE CASCADE;

alter table stage_runs add constraint stage_runs_crawl_run_id_fkey FOREIGN KEY (crawl_run_id) REFERENCES crawl_runs(id) ON DELETE CASCADE;

alter table store_locks add constraint store_locks_dispensary_id_fkey FOREIGN KEY (dispensary_id) REFERENCES dispensaries(id) ON DELETE CASCADE;

alter table store_products add constraint store_products_dispensary_id_fkey FOREIGN KEY (dispensary_id) REFERENCES dispensaries(id) ON DELETE CASCADE;

alter table store_waiters add constraint store_waiters_dispensary_id_fkey FOREIGN KEY (dispensary_id) REFERENCES dispensaries(id) ON DELETE CASCADE;

alter table target_breakers add constraint target_breakers_trial_lease_id_fkey FOREIGN KEY (trial_lease_id) REFERENCES proxy_leases(id) ON DELETE SET NULL;

CREATE TRIGGER hold_back_readers BEFORE INSERT ON public.run_events FOR EACH STATEMENT EXECUTE FUNCTION hold_back_readers();

CREATE TRIGGER leave_out_swept BEFORE INSERT ON public.runs FOR EACH ROW WHEN (((new.ended_at IS NOT NULL) AND (new.type <> 'job'::text))) EXECUTE FUNCTION leave_out_swept();

CREATE TRIGGER note_chain AFTER INSERT OR UPDATE ON public.crawl_runs FOR EACH ROW EXECUTE FUNCTION note_run();

CREATE TRIGGER note_changed_runs AFTER UPDATE ON public.runs REFERENCING OLD TABLE AS before NEW TABLE AS after FOR EACH STATEMENT EXECUTE FUNCTION note_changed_runs();

CREATE TRIGGER note_changed_verdict AFTER UPDATE OF verdict ON public.raw_crawl_payloads FOR EACH ROW WHEN ((new.verdict <> old.verdict)) EXECUTE FUNCTION note_verdict();

CREATE TRIGGER note_changed_worker AFTER UPDATE ON public.workers FOR EACH ROW WHEN (((new.status <> old.status) OR (new.active_task_count <> old.active_task_count) OR (new.instance_id IS DISTINCT FROM old.instance_id) OR ((COALESCE(abs(new.clock_ahead_ms), (0)::bigint) > 5000) <> (COALESCE(abs(old.clock_ahead_ms), (0)::bigint) > 5000)))) EXECUTE FUNCTION note_worker();

CREATE TRIGGER note_job AFTER INSERT OR UPDATE ON public.jobs FOR EACH ROW EXECUTE FUNCTION note_run();

CREATE TRIGGER note_new_runs AFTER INSERT ON public.runs REFERENCING NEW TABLE AS added FOR EACH STATEMENT EXECUTE FUNCTION note_new_runs();

CREATE TRIGGER note_new_verdict AFTER INSERT ON public.raw_crawl_payloads FOR EACH ROW WHEN ((new.verdict = 'suspect'::text)) EXECUTE FUNCTION note_verdict();

CREATE TRIGGER note_new_worker AFTER INSERT ON public.workers FOR EACH ROW EXECUTE FUNCTION note_worker();

CREATE TRIGGER note_operation AFTER INSERT OR UPDATE ON public.api_audit FOR EACH ROW WHEN (((new.status IS NOT NULL) AND (new.path <> ALL (ARRAY['/api/worker-registry/register'::text, '/api/worker-registry/heartbeat'::text])))) EXECUTE FUNCTION note_operation();

CREATE TRIGGER payload_not_in_future BEFORE INSERT OR UPDATE OF fetched_at ON public.raw_crawl_payloads FOR EACH ROW WHEN ((new.fetched_at > clock_timestamp())) EXECUTE FUNCTION keep_payload_out_of_future();

CREATE TRIGGER store_products_delete_snapshots AFTER DELETE ON public.store_products REFERENCING OLD TABLE AS gone FOR EACH STATEMENT EXECUTE FUNCTION delete_snapshots_of_products();

create materialized view analytics_assortment_changes as
SELECT dispensary_id,
    day,
    count(*) FILTER (WHERE is_new) AS new_products,
    count(*) FILTER (WHERE (NOT is_new)) AS gone_products
   FROM ( SELECT p.dispensary_id,
            ((p.first_seen_at AT TIME ZONE COALESCE(d.time_zone, 'America/Phoenix'::text)))::date AS day,
            true AS is_new
           FROM (store_products p
             JOIN dispensaries d ON ((d.id = p.dispensary_id)))
        UNION ALL
         SELECT p.dispensary_id,
            ((p.last_seen_at AT TIME ZONE COALESCE(d.time_zone, 'America/Phoenix'::text)))::date AS timezone,
            false
           FROM (store_products p
             JOIN dispensaries d ON ((d.id = p.dispensary_id)))
          WHERE ((p.consecutive_misses >= 3) AND (NOT p.is_in_stock))) changes
  GROUP BY dispensary_id, day;

create materialized view analytics_availability as
SELECT p.dispensary_id,
    COALESCE(p.brand_name, ''::text) AS brand_name,
    COALESCE(d.state, ''::text) AS state,
    count(*) AS products,
    count(*) FILTER (WHERE p.is_in_stock) AS in_stock,
    count(*) FILTER (WHERE (NOT p.is_in_stock)) AS out_of_stock,
    round(((count(*) FILTER (WHERE (NOT p.is_in_stock)))::numeric / (count(*))::numeric), 4) AS out_of_stock_rate
   FROM (store_products p
     JOIN dispensaries d ON ((d.id = p.dispensary_id)))
  WHERE (p.is_in_stock OR (p.last_seen_at > (now() - '30 days'::interval)))
  GROUP BY p.dispensary_id, COALESCE(p.brand_name, ''::text), COALESCE(d.state, ''::text);

create materialized view analytics_brand_presence as
SELECT COALESCE(p.brand_name, ''::text) AS brand_name,
    COALESCE(d.state, ''::text) AS state,
    COALESCE(p.category, ''::text) AS category,
    count(DISTINCT p.dispensary_id) AS dispensaries,
    count(*) AS products,
    round(avg(p.price_rec), 2) AS price_rec_avg,
    min(LEAST(p.price_rec_special, p.price_rec)) AS price_rec_low
   FROM (store_products p
     JOIN dispensaries d ON ((d.id = p.dispensary_id)))
  WHERE p.is_in_stock
  GROUP BY COALESCE(p.brand_name, ''::text), COALESCE(d.state, ''::text), COALESCE(p.category, ''::text);

create materialized view analytics_current_prices as
SELECT COALESCE(p.brand_name, ''::text) AS brand_name,
    COALESCE(p.category, ''::text) AS category,
    COALESCE(d.state, ''::text) AS state,
    count(*) AS products,
    count(DISTINCT p.dispensary_id) AS dispensaries,
    count(*) FILTER (WHERE p.is_on_special) AS products_on_special,
    min(paid.price) AS price_low,
    (percentile_cont((0.5)::double precision) WITHIN GROUP (ORDER BY ((paid.price)::double precision)))::numeric(10,2) AS price_median,
    max(paid.price) AS price_high
   FROM ((store_products p
     JOIN dispensaries d ON ((d.id = p.dispensary_id)))
     CROSS JOIN LATERAL ( SELECT paid_price(p.price_rec, p.price_rec_special, p.price_med, p.price_med_special) AS price) paid)
  WHERE (p.is_in_stock AND (paid.price IS NOT NULL))
  GROUP BY COALESCE(p.brand_name, ''::text), COALESCE(p.category, ''::text), COALESCE(d.state, ''::text);

create materialized view analytics_dispensary_overview as
SELECT d.id AS dispensary_id,
    d.name,
    d.state,
    count(p.id) AS products,
    count(p.id) FILTER (WHERE p.is_in_stock) AS products_in_stock,
    count(p.id) FILTER (WHERE (p.is_on_special AND p.is_in_stock)) AS products_on_special,
    round(avg(p.price_rec) FILTER (WHERE p.is_in_stock), 2) AS price_rec_avg,
    d.last_crawl_at
   FROM (dispensaries d
     LEFT JOIN store_products p ON ((p.dispensary_id = d.id)))
  GROUP BY d.id;

create materialized view analytics_price_history as
SELECT s.store_product_id,
    ((s.fetched_at AT TIME ZONE COALESCE(d.time_zone, 'America/Phoenix'::text)))::date AS day,
    s.dispensary_id,
    min(paid.price) AS price_low,
    max(paid.price) AS price_high,
    (array_agg(paid.price ORDER BY s.fetched_at DESC))[1] AS price_last,
    bool_or(s.is_on_special) AS was_on_special,
    bool_or(s.is_in_stock) AS was_in_stock
   FROM ((store_product_snapshots s
     JOIN dispensaries d ON ((d.id = s.dispensary_id)))
     CROSS JOIN LATERAL ( SELECT paid_price(s.price_rec, s.price_rec_special, s.price_med, s.price_med_special) AS price) paid)
  WHERE (s.fetched_at > (now() - '90 days'::interval))
  GROUP BY s.store_product_id, (((s.fetched_at AT TIME ZONE COALESCE(d.time_zone, 'America/Phoenix'::text)))::date), s.dispensary_id;

create view compat.v_worker_capacity as
WITH open AS (
         SELECT
                CASE
                    WHEN ((run.role = ANY (ARRAY['product_discovery'::text, 'payload_fetch'::text])) AND (run.stage = 'ingest'::text)) THEN 'product_refresh'::text
                    ELSE run.role
                END AS role,
            count(*) FILTER (WHERE (work.worker IS NULL)) AS pending,
            count(*) FILTER (WHERE ((work.worker IS NULL) AND (NOT COALESCE((work.next_attempt_at > now()), false)))) AS ready,
            count(*) FILTER (WHERE ((work.worker IS NOT NULL) AND (work.heartbeat_at IS NULL))) AS claimed,
            count(*) FILTER (WHERE ((work.worker IS NOT NULL) AND (work.heartbeat_at IS NOT NULL))) AS running
           FROM (runs run
             LEFT JOIN LATERAL ( SELECT run_heartbeats.worker,
                    run_heartbeats.heartbeat_at,
                    run_heartbeats.next_attempt_at
                   FROM run_heartbeats
                  WHERE (run_heartbeats.run_id = run.run_id)
                  ORDER BY (run_heartbeats.worker IS NOT NULL) DESC, COALESCE(run_heartbeats.heartbeat_at, run_heartbeats.claimed_at) DESC
                 LIMIT 1) work ON (true))
          WHERE ((run.ended_as IS NULL) AND (run.type = ANY (ARRAY['discoverStores'::text, 'resolveEntryPoint'::text, 'crawlDispensary'::text, 'refreshFromPayload'::text, 'refreshAnalytics'::text, 'probeProxies'::text, 'sweepStorage'::text])) AND (NOT ((run.role = ANY (ARRAY['product_discovery'::text, 'payload_fetch'::text])) AND (NOT (run.stage IS DISTINCT FROM 'images'::text)))))
          GROUP BY
                CASE
                    WHEN ((run.role = ANY (ARRAY['product_discovery'::text, 'payload_fetch'::text])) AND (run.stage = 'ingest'::text)) THEN 'product_refresh'::text
                    ELSE run.role
                END
        ), stage AS (
         SELECT stage_1.role,
            count(*) FILTER (WHERE ((stage_1.outcome = 'completed'::text) AND (stage_1.ended_at > (now() - '01:00:00'::interval)))) AS completed,
            count(*) FILTER (WHERE ((stage_1.outcome = 'failed'::text) AND (chain.status <> 'cancelled'::text) AND (stage_1.ended_at > (now() - '01:00:00'::interval)))) AS failed,
            avg(took_1.seconds) FILTER (WHERE (stage_1.outcome = 'completed'::text)) AS seconds,
            (COALESCE(avg(took_1.seconds) FILTER (WHERE ((stage_1.outcome = 'completed'::text) AND (stage_1.attempts = 1))), avg((took_1.seconds / (stage_1.attempts)::double precision))) * (avg(stage_1.attempts))::double precision) AS slot_seconds
           FROM ((stage_runs stage_1
             JOIN crawl_runs chain ON ((chain.id = stage_1.crawl_run_id)))
             CROSS JOIN LATERAL ( SELECT (EXTRACT(epoch FROM (stage_1.ended_at - stage_1.started_at)))::double precision AS seconds) took_1)
          WHERE ((stage_1.stage <> 'images'::text) AND (stage_1.ended_at > (now() - '1 day'::interval)))
          GROUP BY stage_1.role
        ), ended AS (
         SELECT run.role,
            count(*) FILTER (WHERE ((run.ended_as = 'completed'::text) AND (run.ended_at > (now() - '01:00:00'::interval)))) AS completed,
            count(*) FILTER (WHERE ((run.ended_as = 'failed'::text) AND (run.ended_at > (now() - '01:00:00'::interval)))) AS failed,
            avg((EXTRACT(epoch FROM (run.ended_at - run.created_at)))::double precision) FILTER (WHERE (run.ended_as = 'completed'::text)) AS seconds
           FROM runs run
          WHERE ((run.ended_at > (now() - '1 day'::interval)) AND (run.type = ANY (ARRAY['discoverStores'::text, 'resolveEntryPoint'::text, 'refreshFromPayload'::text, 'refreshAnalytics'::text, 'probeProxies'::text, 'sweepStorage'::text])))
          GROUP BY run.role
        ), worker AS (
         SELECT role_1.name AS role,
            count(*) AS active,
            (avg(LEAST((workers.max_concurrent_tasks)::bigint, own.slots)))::double precision AS slots
           FROM ((workers
             CROSS JOIN unnest(ARRAY['store_discovery'::text, 'entry_point_discovery'::text, 'product_discovery'::text, 'payload_fetch'::text, 'product_refresh'::text, 'analytics_refresh'::text, 'proxy_probe'::text, 'storage_sweep'::text]) role_1(name))
             CROSS JOIN LATERAL ( SELECT sum(((served.value ->> 'slots'::text))::integer) AS slots
                   FROM jsonb_array_elements(workers.queues) served(value)
                  WHERE
                        CASE
                            WHEN ((served.value ->> 'queue'::text) ~~ 'fetch-%'::text) THEN (role_1.name = ANY (ARRAY['store_discovery'::text, 'entry_point_discovery'::text, 'product_discovery'::text, 'payload_fetch'::text]))
                            WHEN ((served.value ->> 'queue'::text) = 'browser'::text) THEN (role_1.name = ANY (ARRAY['product_discovery'::text, 'payload_fetch'::text]))
                            WHEN (((served.value ->> 'queue'::text) = ANY (ARRAY['ingest'::text, 'reingest'::text])) OR ((served.value ->> 'queue'::text) ~~ ANY (ARRAY['files@%'::text, 'files-reingest@%'::text]))) THEN (role_1.name = 'product_refresh'::text)
                            WHEN ((served.value ->> 'queue'::text) = 'media'::text) THEN (role_1.name = ANY (ARRAY['analytics_refresh'::text, 'proxy_probe'::text, 'storage_sweep'::text]))
                            WHEN ((served.value ->> 'queue'::text) ~~ 'files-media@%'::text) THEN (role_1.name = 'storage_sweep'::text)
                            ELSE false
                        END) own)
          WHERE ((workers.status = ANY (ARRAY['active'::text, 'backing_off'::text])) AND (workers.last_heartbeat_at >= (now() - '00:05:00'::interval)) AND (own.slots IS NOT NULL))
          GROUP BY role_1.name
        )
 SELECT role.name AS role,
    COALESCE(open.pending, (0)::bigint) AS pending_tasks,
    COALESCE(open.ready, (0)::bigint) AS ready_tasks,
    COALESCE(open.claimed, (0)::bigint) AS claimed_tasks,
    COALESCE(open.running, (0)::bigint) AS running_tasks,
    (COALESCE(stage.completed, (0)::bigint) + COALESCE(ended.completed, (0)::bigint)) AS completed_last_hour,
    (COALESCE(stage.failed, (0)::bigint) + COALESCE(ended.failed, (0)::bigint)) AS failed_last_hour,
    COALESCE(worker.active, (0)::bigint) AS active_workers,
    took.seconds AS avg_duration_sec,
    pace.per_worker_hour AS tasks_per_worker_hour,
        CASE
            WHEN (COALESCE(open.pending, (0)::bigint) = 0) THEN (0)::double precision
            ELSE ((open.pending)::double precision / NULLIF(((worker.active)::double precision * pace.per_worker_hour), (0)::double precision))
        END AS estimated_hours_to_drain
   FROM ((((((unnest(ARRAY['store_discovery'::text, 'entry_point_discovery'::text, 'product_discovery'::text, 'payload_fetch'::text, 'product_refresh'::text, 'analytics_refresh'::text, 'proxy_probe'::text, 'storage_sweep'::text]) WITH ORDINALITY role(name, place)
     LEFT JOIN open ON ((open.role = role.name)))
     LEFT JOIN stage ON ((stage.role = role.name)))
     LEFT JOIN ended ON ((ended.role = role.name)))
     LEFT JOIN worker ON ((worker.role = role.name)))
     CROSS JOIN LATERAL ( SELECT COALESCE(stage.seconds, ended.seconds) AS seconds,
            COALESCE(stage.slot_seconds, stage.seconds, ended.seconds) AS slot_seconds) took)
     CROSS JOIN LATERAL ( SELECT ((worker.slots * (3600)::double precision) /
                CASE
                    WHEN (took.slot_seconds < (0.001)::double precision) THEN (0.001)::double precision
                    ELSE took.slot_seconds
                END) AS per_worker_hour) pace)
  ORDER BY role.place;

create view compat.worker_job_queue as
SELECT substr(run.workflow_id, (length('job/'::text) + 1)) AS id,
    run.job_type,
    run.platform,
    run.account,
    run.priority,
        CASE
            WHEN (work.worker IS NULL) THEN 'pending'::text
            ELSE 'running'::text
        END AS status,
    (job.payload)::text AS payload,
    run.error_message,
    run.retry_count,
    run.max_retries,
    run.created_at,
    run.started_at,
    NULL::timestamp with time zone AS completed_at,
    work.worker AS worker_id,
    COALESCE((run.progress_percent)::integer, 0) AS progress_percent,
    run.progress_message
   FROM ((runs run
     LEFT JOIN LATERAL ( SELECT run_heartbeats.worker
           FROM run_heartbeats
          WHERE (run_heartbeats.run_id = run.run_id)
          ORDER BY (run_heartbeats.worker IS NOT NULL) DESC, COALESCE(run_heartbeats.heartbeat_at, run_heartbeats.claimed_at) DESC
         LIMIT 1) work ON (true))
     LEFT JOIN jobs job ON (((job.id = substr(run.workflow_id, (length('job/'::text) + 1))) AND (job.workflow_run_id = run.run_id))))
  WHERE ((run.ended_as IS NULL) AND (run.type = 'job'::text) AND starts_with(run.workflow_id, 'job/'::text) AND (NOT (EXISTS ( SELECT
           FROM runs newer
          WHERE ((newer.workflow_id = run.workflow_id) AND (newer.id > run.id))))))
UNION ALL
 SELECT substr(run.workflow_id, (length('job/'::text) + 1)) AS id,
    run.job_type,
    run.platform,
    run.account,
    run.priority,
    run.ended_as AS status,
    (job.payload)::text AS payload,
    run.error_message,
    run.retry_count,
    run.max_retries,
    run.created_at,
    run.started_at,
    run.ended_at AS completed_at,
    run.worker AS worker_id,
    COALESCE((run.progress_percent)::integer, 0) AS progress_percent,
    run.progress_message
   FROM (runs run
     LEFT JOIN jobs job ON (((job.id = substr(run.workflow_id, (length('job/'::text) + 1))) AND (job.workflow_run_id = run.run_id))))
  WHERE ((run.ended_as IS NOT NULL) AND (run.ended_at IS NOT NULL) AND (run.type = 'job'::text) AND starts_with(run.workflow_id, 'job/'::text) AND (NOT (EXISTS ( SELECT
           FROM runs newer
          WHERE ((newer.workflow_id = run.workflow_id) AND (newer.id > run.id))))));

create view compat.worker_tasks as
SELECT run.id,
    run.role,
    run.dispensary_id,
    run.platform,
        CASE
            WHEN (work.worker IS NULL) THEN 'pending'::text
            WHEN (COALESCE(work.heartbeat_at, work.claimed_at) <= (now() - '00:10:00'::interval)) THEN 'stale'::text
            WHEN (work.heartbeat_at IS NULL) THEN 'claimed'::text
            ELSE 'running'::text
        END AS status,
    COALESCE(run.priority, 0) AS priority,
    run.scheduled_for,
    work.worker AS worker_id,
        CASE
            WHEN (work.worker IS NOT NULL) THEN work.claimed_at
            ELSE NULL::timestamp with time zone
        END AS claimed_at,
    run.started_at,
    NULL::timestamp with time zone AS completed_at,
    work.heartbeat_at AS last_heartbeat_at,
    run.result,
    run.error_message,
    run.retry_count,
    run.max_retries,
    run.created_at,
    GREATEST(run.updated_at, work.claimed_at, work.heartbeat_at) AS updated_at,
    run.workflow_id
   FROM (runs run
     LEFT JOIN LATERAL ( SELECT run_heartbeats.worker,
            run_heartbeats.claimed_at,
            run_heartbeats.heartbeat_at
           FROM run_heartbeats
          WHERE (run_heartbeats.run_id = run.run_id)
          ORDER BY (run_heartbeats.worker IS NOT NULL) DESC, COALESCE(run_heartbeats.heartbeat_at, run_heartbeats.claimed_at) DESC
         LIMIT 1) work ON (true))
  WHERE ((run.ended_as IS NULL) AND ((run.type = ANY (ARRAY['discoverStores'::text, 'resolveEntryPoint'::text, 'crawlDispensary'::text, 'refreshFromPayload'::text, 'refreshAnalytics'::text, 'probeProxies'::text, 'sweepStorage'::text])) OR ((run.type = 'startOnce'::text) AND starts_with(run.workflow_id, 'later/'::text))))
UNION ALL
 SELECT run.id,
    run.role,
    run.dispensary_id,
    run.platform,
    run.ended_as AS status,
    COALESCE(run.priority, 0) AS priority,
    run.scheduled_for,
    run.worker AS worker_id,
    NULL::timestamp with time zone AS claimed_at,
    run.started_at,
    run.ended_at AS completed_at,
    NULL::timestamp with time zone AS last_heartbeat_at,
    run.result,
    run.error_message,
    run.retry_count,
    run.max_retries,
    run.created_at,
    run.updated_at,
    run.workflow_id
   FROM runs run
  WHERE ((run.ended_as IS NOT NULL) AND (run.ended_at IS NOT NULL) AND ((run.type = ANY (ARRAY['discoverStores'::text, 'resolveEntryPoint'::text, 'crawlDispensary'::text, 'refreshFromPayload'::text, 'refreshAnalytics'::text, 'probeProxies'::text, 'sweepStorage'::text])) OR ((run.type = 'startOnce'::text) AND starts_with(run.workflow_id, 'later/'::text) AND (run.ended_as <> 'completed'::text))));

CREATE INDEX analytics_assortment_changes_day ON public.analytics_assortment_changes USING btree (day, dispensary_id);

CREATE UNIQUE INDEX analytics_assortment_changes_key ON public.analytics_assortment_changes USING btree (dispensary_id, day);

CREATE INDEX analytics_availability_brand ON public.analytics_availability USING btree (brand_name, dispensary_id);

CREATE UNIQUE INDEX analytics_availability_key ON public.analytics_availability USING btree (dispensary_id, brand_name);

CREATE UNIQUE INDEX analytics_brand_presence_key ON public.analytics_brand_presence USING btree (brand_name, state, category);

CREATE UNIQUE INDEX analytics_current_prices_key ON public.analytics_current_prices USING btree (brand_name, category, state);

CREATE UNIQUE INDEX analytics_dispensary_overview_key ON public.analytics_dispensary_overview USING btree (dispensary_id);

CREATE INDEX analytics_price_history_dispensary ON public.analytics_price_history USING btree (dispensary_id, store_product_id, day);

CREATE UNIQUE INDEX analytics_price_history_key ON public.analytics_price_history USING btree (store_product_id, day);

CREATE TRIGGER refuse_rows INSTEAD OF INSERT OR DELETE OR UPDATE ON compat.v_worker_capacity FOR EACH ROW EXECUTE FUNCTION compat.refuse_writes();

CREATE TRIGGER refuse_rows INSTEAD OF INSERT OR DELETE OR UPDATE ON compat.worker_job_queue FOR EACH ROW EXECUTE FUNCTION compat.refuse_writes();

CREATE TRIGGER refuse_rows INSTEAD OF INSERT OR DELETE OR UPDATE ON compat.worker_tasks FOR EACH ROW EXECUTE FUNCTION compat.refuse_writes();

CREATE TRIGGER refuse_writes BEFORE INSERT OR DELETE OR UPDATE ON compat.v_worker_capacity FOR EACH STATEMENT EXECUTE FUNCTION compat.refuse_writes();

CREATE TRIGGER refuse_writes BEFORE INSERT OR DELETE OR UPDATE ON compat.worker_job_queue FOR EACH STATEMENT EXECUTE FUNCTION compat.refuse_writes();

CREATE TRIGGER refuse_writes BEFORE INSERT OR DELETE OR UPDATE ON compat.worker_tasks FOR EACH STATEMENT EXECUTE FUNCTION compat.refuse_writes();
