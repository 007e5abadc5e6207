-- The catalog: the current state of each product, and one snapshot for each product and payload. Snapshots are
-- partitioned by the month of the payload's fetch, so that old months can be dropped at once.

create table store_products (
  id bigint generated always as identity primary key,
  dispensary_id bigint not null references dispensaries (id) on delete cascade,
  provider text not null,
  provider_product_id text not null,
  name_raw text not null,
  name text not null,
  brand_name_raw text,
  brand_name text,
  category text,
  subcategory text,
  strain_type text,
  price_rec numeric(10, 2) check (price_rec > 0),
  price_med numeric(10, 2) check (price_med > 0),
  price_rec_special numeric(10, 2) check (price_rec_special > 0),
  price_med_special numeric(10, 2) check (price_med_special > 0),
  is_on_special boolean not null,
  is_in_stock boolean not null,
  stock_status text not null check (stock_status in ('in_stock', 'oos')),
  quantity integer,
  -- The platform caps what it reports: the quantity is this or more.
  quantity_capped boolean not null default false,
  consecutive_misses integer not null default 0,
  thc_low double precision,
  thc_high double precision,
  thc_unit text,
  cbd_low double precision,
  cbd_high double precision,
  cbd_unit text,
  options jsonb not null,
  image_url text,
  local_image_path text,
  image_failures integer not null default 0,
  image_error text,
  normalizer_version integer not null,
  last_payload_id bigint references raw_crawl_payloads (id) on delete set null,
  first_seen_at timestamptz not null,
  last_seen_at timestamptz not null,
  updated_at timestamptz not null default now(),
  unique (dispensary_id, provider, provider_product_id),
  check (is_in_stock = (stock_status = 'in_stock'))
);

create index store_products_without_image on store_products (dispensary_id)
  where local_image_path is null and image_url is not null;

create table store_product_snapshots (
  store_product_id bigint not null references store_products (id) on delete cascade,
  payload_id bigint not null references raw_crawl_payloads (id) on delete cascade,
  dispensary_id bigint not null,
  price_rec numeric(10, 2),
  price_med numeric(10, 2),
  price_rec_special numeric(10, 2),
  price_med_special numeric(10, 2),
  is_on_special boolean not null,
  is_in_stock boolean not null,
  quantity integer,
  thc_low double precision,
  thc_high double precision,
  options jsonb not null,
  fetched_at timestamptz not null,
  primary key (store_product_id, payload_id, fetched_at)
) partition by range (fetched_at);

create index store_product_snapshots_payload on store_product_snapshots (payload_id);
create index store_product_snapshots_dispensary on store_product_snapshots (dispensary_id, fetched_at);

-- Makes the partition of a month where it is missing. Two transactions may ask at once: the lock makes one wait.
create function ensure_snapshot_partition(moment timestamptz) returns void language plpgsql as $$
declare
  month_start timestamptz := date_trunc('month', moment, 'UTC');
  partition_name text := 'store_product_snapshots_' || to_char(month_start at time zone 'UTC', 'YYYY_MM');
begin
  if to_regclass(partition_name) is not null then
    return;
  end if;
  perform pg_advisory_xact_lock(hashtext('store_product_snapshots partitions'));
  execute format(
    'create table if not exists %I partition of store_product_snapshots for values from (%L) to (%L)',
    partition_name, month_start, date_trunc('month', month_start + interval '32 days', 'UTC')
  );
end
$$;
