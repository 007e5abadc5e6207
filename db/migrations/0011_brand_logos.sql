-- Pictures are asked for once. Until now that held for one product: two of them, or two stores, that show one address
-- fetched it each. The file that an address was saved as is remembered from here on. Brands get their logos, each once for
-- all stores. And a picture remembers the chain that last tried it, so that a stage that is retried counts no failure
-- twice and can say at its end what all its attempts did together; and when it failed, so that one that was given up
-- gets another chance after some days.

create table image_files (
  id bigint generated always as identity primary key,
  url text not null,
  -- Relative to the storage root; null while somebody downloads it for the first time.
  path text,
  -- Until then nobody else downloads it.
  claimed_until timestamptz,
  saved_at timestamptz
);

-- An address may be longer than an index takes.
create unique index image_files_url on image_files (md5(url));

create table brand_logos (
  id bigint generated always as identity primary key,
  brand_name text not null,
  image_url text not null,
  local_image_path text,
  image_failures integer not null default 0,
  image_error text,
  image_failed_at timestamptz,
  image_run_id bigint,
  first_seen_at timestamptz not null default now()
);

-- A platform may know a brand by two addresses, and two brands may share one.
create unique index brand_logos_key on brand_logos (md5(brand_name), md5(image_url));

-- The run is a note, not a reference: runs are removed one day, and nothing here should be searched for then.
alter table store_products
  add column image_failed_at timestamptz,
  add column image_run_id bigint;
