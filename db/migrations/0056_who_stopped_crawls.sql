-- Who switched the crawls of a store off was in the audit alone, where the page of the store cannot look it up quickly.
alter table dispensaries
  add column crawl_stopped_at timestamptz,
  add column crawl_stopped_by text,
  add column crawl_stopped_because text;
comment on column dispensaries.crawl_stopped_at is 'Null while it is crawled, or if its crawls were not switched off through the API.';
comment on column dispensaries.crawl_stopped_by is 'The name of the key that was used.';
comment on column dispensaries.crawl_stopped_because is 'The reason that was given.';
