-- Version 2 of the normalizer reads more of a product: its brand by id, offers and what they mean, cannabinoids, who may
-- buy it, pictures, and the platform's own times. Rows that version 1 made have none of it until their next crawl, or
-- until their payload is ingested again. A snapshot says which version made it, and whether its numbers mean "or more".
-- Beside the products stands what payloads look like, so that a platform that changes its answers is noticed.

alter table store_products
  add column enterprise_product_id text,
  add column slug text,
  add column brand_id text,
  add column brand_description text,
  add column brand_image_url text,
  add column specials jsonb not null default '[]',
  -- The platform's word.
  add column status text,
  add column medical_only boolean not null default false,
  add column rec_only boolean not null default false,
  add column cannabinoids jsonb not null default '[]',
  add column image_urls jsonb not null default '[]',
  -- By the platform's clock.
  add column platform_created_at timestamptz,
  add column platform_updated_at timestamptz;

alter table store_product_snapshots
  add column quantity_capped boolean not null default false,
  add column thc_unit text,
  add column cbd_low double precision,
  add column cbd_high double precision,
  add column cbd_unit text,
  -- What is there was made by the first version.
  add column normalizer_version integer not null default 1;

alter table store_product_snapshots alter column normalizer_version drop default;

create table payload_fields (
  platform text not null,
  -- The platform's name of the request that the products came with.
  operation text not null,
  -- `POSMetaData.children[].option`; `[]` is an item of a list, `{}` a value of an object whose keys are data.
  path text not null,
  -- The JSON types that were seen; null has none, so a field that was always null has none yet.
  types text[] not null,
  -- In every object that could have it; in some; not any more; too few objects to say.
  presence text not null check (presence in ('always', 'sometimes', 'gone', 'untold')),
  first_payload_id bigint references raw_crawl_payloads (id) on delete set null,
  last_payload_id bigint references raw_crawl_payloads (id) on delete set null,
  first_seen_at timestamptz not null default now(),
  -- When something was last learned of it.
  changed_at timestamptz not null default now(),
  primary key (platform, operation, path)
);
