-- A crash of a job's process, which counts as no retry, left no event: its attempt looked as if a limit of a site had ended it.
create or replace function note_changed_runs() returns trigger language plpgsql as $function$
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
