-- What the requests of crawls find out: hashes of persisted queries that a platform's pages use or no longer knows, what
-- a menu lacks of what the platform says it has, and which bodies came for which store, because a proxy that answers
-- from its memory gives one store's menu for another's. Stores that have closed are left alone; a store that keeps its
-- menu under a domain of its own is asked there.

create table persisted_queries (
  platform text not null,
  operation text not null,
  hash text not null,
  -- When a page of the platform was last seen to use it.
  learned_at timestamptz,
  -- When the platform last said that it does not know it.
  rejected_at timestamptz,
  primary key (platform, operation, hash)
);

alter table raw_crawl_payloads
  -- What the platform said; null when it did not.
  add column total_count bigint,
  -- How many of these no page held, in either order. An incomplete payload makes no product miss.
  add column missing_count bigint not null default 0,
  -- One short hash of the products of each page.
  add column page_hashes text[] not null default '{}';

create index raw_crawl_payloads_page_hashes on raw_crawl_payloads using gin (page_hashes);

alter table dispensaries
  -- When discovery found it closed; null while it is open. A closed store is not due.
  add column closed_at timestamptz,
  -- Where its menu is asked, when not at the platform's usual address.
  add column api_url text;
