-- A session that broke off after its exit address was seen may be its proxy's fault or the target's. It is kept as
-- `broken`, counts against nobody, and becomes a `fault` when other proxies show that the target is well.

alter table proxy_events
  drop constraint proxy_events_outcome_check,
  add constraint proxy_events_outcome_check check (outcome in ('success', 'blocked', 'fault', 'broken'));

create index proxy_events_broken on proxy_events (target, page_url, id) where outcome = 'broken';
