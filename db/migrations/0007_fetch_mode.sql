-- Some stores answer only to what comes from inside a browser's page. A browser takes a hundred times the memory of a
-- request, so each store says how it is fetched; `auto` finds out, and remembers for a while what it found.

alter table dispensaries
  add column fetch_mode text not null default 'http' check (fetch_mode in ('http', 'browser', 'auto')),
  add column browser_until timestamptz;

comment on column dispensaries.fetch_mode is
  'http: requests without a browser. browser: always from inside a browser. auto: without one until that is blocked.';
comment on column dispensaries.browser_until is
  'Until when an auto store goes to the browser at once, since it blocked requests without one.';
