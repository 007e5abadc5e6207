-- Who switched the crawls of a store off was in the audit alone, where the page of the store cannot look it up quickly.
alter table dispensaries
  add column crawl_stopped_at timestamptz,
  add column crawl_stopped_by text,
  add column crawl_stopped_because text;
comment on column dispensaries.crawl_stopped_at is 'Null while it is crawled, or if it is not known.';
comment on column dispensaries.crawl_stopped_by is 'The name of the key that was used.';
comment on column dispensaries.crawl_stopped_because is 'The reason that was given.';

-- The audit knows who switched them off before, unless they were switched on and off by other means since.
update dispensaries store set crawl_stopped_at = told.at, crawl_stopped_by = told.actor_name, crawl_stopped_because = told.reason
from (
  select distinct on (path) path, at, actor_name, reason, body from api_audit
  where method = 'PATCH' and path like '/api/dispensaries/%' and body ? 'crawl_enabled' and status = 200
  order by path, id desc
) told
where not store.crawl_enabled and told.path = '/api/dispensaries/' || store.id and told.body->>'crawl_enabled' = 'false';
