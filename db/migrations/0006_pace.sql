-- All workers together keep one pace for each platform, and for each host that is no platform's: requests a second,
-- requests at once, waits that the other side asked for, and a switch that stops everything. A slot that is reserved
-- ahead, as host_pace did it, knows nothing of a limit or a stop that comes while its request waits. So a request now
-- takes its turn at the moment when it leaves, and everything is looked at then.

drop table host_pace;

create table pace (
  -- A platform's name, or host:<name> for a host that is no platform's.
  target text primary key,
  -- What an operator has set; null leaves it to the environment of the workers.
  requests_per_second double precision check (requests_per_second > 0),
  max_concurrent_requests integer check (max_concurrent_requests > 0),
  stopped_at timestamptz,
  stopped_because text,
  -- What robots.txt asks for; 0 where it asks for nothing.
  crawl_delay_ms integer not null default 0 check (crawl_delay_ms >= 0),
  last_sent_at timestamptz,
  -- What the other side asked for.
  waits_until timestamptz,
  limits_in_a_row integer not null default 0,
  -- The share of the limit that is in use; lower after blocks and while answers come late.
  speed double precision not null default 1 check (speed > 0 and speed <= 1),
  slowed_at timestamptz,
  latency_recent_ms double precision,
  latency_usual_ms double precision,
  latency_samples integer not null default 0,
  -- Counts the changes of what answers have taught, so that two that come at once do not overwrite each other.
  revision bigint not null default 0
) with (fillfactor = 50);

-- A request that waits, is under way, or ended a moment ago. Waiting ones go in the order of their ids.
create table pace_turns (
  id bigint generated always as identity primary key,
  target text not null,
  sent_at timestamptz,
  ended_at timestamptz,
  -- When a row that is neither asked for again, kept alive nor ended counts no longer: its worker is gone.
  expires_at timestamptz not null
) with (fillfactor = 50);

create index pace_turns_target on pace_turns (target, id);

-- Grants a turn, or says when to ask for it again. One request leaves at a time, because the row of its target is
-- locked; a function sees, statement by statement, what the holder of the lock before it has written.
--
-- Two rules keep the limit. Departures are spaced. And a request leaves only when fewer than a second's worth were
-- under way at any moment of the last second: whenever between its departure and its answer each of them arrived, no
-- second sees more arrivals than the limit allows, however unevenly the network delays them.
--
-- served_target is whose crawl a request to another host serves: its switch stops that request too.
-- own_turn is null at first, later what was answered before. verdict is 'sent', 'wait', 'limited' (the wait that was
-- asked for is longer than patience_ms) or 'stopped'.
create function take_turn(
  asked_target text,
  served_target text,
  own_turn bigint,
  usual_rate double precision,
  usual_concurrency integer,
  patience_ms double precision
) returns table (verdict text, turn bigint, wait_ms double precision, since timestamptz, because text)
language plpgsql as $$
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
$$;
