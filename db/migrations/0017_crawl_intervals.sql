-- A dispensary may have an interval of its own between its crawls (docs/fan-out.md): one that an operator has set, which
-- nothing else changes, or one that adapts to how often its menu changes. Null in both: the interval of the fan-out.
alter table dispensaries
  add column crawl_interval_hours double precision check (crawl_interval_hours > 0),
  add column adapted_interval_hours double precision check (adapted_interval_hours > 0);
