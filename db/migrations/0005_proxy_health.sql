-- Health of each proxy at each target, leases that keep a proxy within its limit over all workers, cool-downs, and a
-- breaker for each target. A proxy that one target refuses may be fine at another; a target that refuses every proxy is
-- no proxy's fault. Passwords are sealed by the workers (`enc:v1:…`), not here: the key is not in the database.

alter table proxies
  add column country_code text check (country_code ~ '^[A-Z]{2}$'),
  -- Sessions at once, over all workers.
  add column max_concurrent integer not null default 10 check (max_concurrent > 0),
  -- Faults in a row, whatever the target; a refusal shows that the proxy itself works.
  add column consecutive_faults integer not null default 0,
  -- When an inactive proxy is tried again. Null and inactive: an operator took it out of use.
  add column cooldown_until timestamptz,
  -- Cool-downs in a row, without a success between them.
  add column cooldowns integer not null default 0,
  -- The target whose refusals made the last cool-down; null when it was the proxy's own faults.
  add column cooled_for text,
  -- Events up to this one no longer count as failures in a row: the proxy was given a fresh start.
  add column fresh_start_event_id bigint not null default 0;

alter table proxy_events
  add column id bigint generated always as identity,
  -- What was asked for it before this migration is not known; there was one platform.
  add column target text not null default 'dutchie',
  -- The page of the store that the session was for; '' where it is not known.
  add column page_url text not null default '',
  add column bytes bigint not null default 0,
  -- False for a refusal while the target's breaker was opening or open: it counts against nobody.
  add column is_counted boolean not null default true;
alter table proxy_events alter column target drop default;
alter table proxy_events alter column at set default clock_timestamp();
drop index proxy_events_proxy;
create index proxy_events_health on proxy_events (proxy_id, target, id);
create index proxy_events_window on proxy_events (target, at);
create index proxy_events_at on proxy_events (at);

-- The counters of a proxy at a target. Each always equals its pruned_ part plus what proxy_events holds.
create table proxy_targets (
  proxy_id bigint not null references proxies (id) on delete cascade,
  target text not null,
  success_count integer not null default 0,
  blocked_count integer not null default 0,
  fault_count integer not null default 0,
  bytes bigint not null default 0,
  consecutive_failures integer not null default 0,
  avg_response_time_ms integer,
  last_success_at timestamptz,
  last_failure_at timestamptz,
  last_error text,
  pruned_success_count integer not null default 0,
  pruned_blocked_count integer not null default 0,
  pruned_fault_count integer not null default 0,
  pruned_bytes bigint not null default 0,
  primary key (proxy_id, target)
);

-- Sessions in progress. Who holds one renews it; that of a worker which was killed runs out.
create table proxy_leases (
  id uuid primary key,
  proxy_id bigint not null references proxies (id) on delete cascade,
  target text not null,
  expires_at timestamptz not null
);

create index proxy_leases_proxy on proxy_leases (proxy_id);

-- A row for each target whose breaker is not closed.
create table target_breakers (
  target text primary key,
  opened_at timestamptz not null default clock_timestamp(),
  open_until timestamptz not null,
  -- In a row, without a success between them.
  openings integer not null default 1,
  -- The one session that is let through once the time is over; gone with its lease.
  trial_lease_id uuid references proxy_leases (id) on delete set null
);

insert into proxy_targets (proxy_id, target, success_count, blocked_count, fault_count, avg_response_time_ms, last_success_at, last_failure_at)
select e.proxy_id, e.target,
  count(*) filter (where e.outcome = 'success'),
  count(*) filter (where e.outcome = 'blocked'),
  count(*) filter (where e.outcome = 'fault'),
  min(p.avg_response_time_ms),
  max(e.at) filter (where e.outcome = 'success'),
  max(e.at) filter (where e.outcome <> 'success')
from proxy_events e join proxies p on p.id = e.proxy_id
group by e.proxy_id, e.target;

-- Those that their failures had taken out of use are tried again; those that an operator took out stay out.
update proxies set cooldown_until = clock_timestamp(), cooldowns = 1 where not is_active and consecutive_failures >= 5;
update proxies set consecutive_failures = 0, consecutive_403_count = 0,
  fresh_start_event_id = (select coalesce(max(id), 0) from proxy_events);
