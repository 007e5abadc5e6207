-- What the migrations make, in one file to read. Not to be edited: after a new migration,
-- `UPDATE_SCHEMA=1 npx vitest run tests/integration/db/schema-dump.test.ts` writes it anew.

CREATE OR REPLACE FUNCTION public.ensure_snapshot_partition(moment timestamp with time zone)
 RETURNS void
 LANGUAGE plpgsql
AS $function$
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
$function$;

create sequence crawl_fence as bigint;

create table crawl_runs (
  id bigint generated always as identity not null,
  dispensary_id bigint not null,
  role text not null,
  workflow_id text not null,
  workflow_run_id text not null,
  status text default 'running'::text not null,
  fence bigint not null,
  payload_id bigint,
  counts jsonb default '{}'::jsonb not null,
  error_kind text,
  error_message text,
  started_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint crawl_runs_check CHECK (((status = 'running'::text) = (ended_at IS NULL))),
  constraint crawl_runs_pkey PRIMARY KEY (id),
  constraint crawl_runs_status_check CHECK ((status = ANY (ARRAY['running'::text, 'completed'::text, 'failed'::text, 'cancelled'::text]))),
  constraint crawl_runs_workflow_run_id_key UNIQUE (workflow_run_id)
);

create table dispensaries (
  id bigint generated always as identity not null,
  name text not null,
  platform text not null,
  platform_dispensary_id text,
  slug text not null,
  menu_url text not null,
  address text,
  city text,
  state text,
  postal_code text,
  country text,
  latitude double precision,
  longitude double precision,
  time_zone text,
  phone text,
  crawl_enabled boolean default true not null,
  first_crawl_at timestamp with time zone,
  last_crawl_at timestamp with time zone,
  last_crawl_started_at timestamp with time zone,
  last_fetch_at timestamp with time zone,
  current_payload_fetched_at timestamp with time zone,
  product_count integer default 0 not null,
  created_at timestamp with time zone default now() not null,
  updated_at timestamp with time zone default now() not null,
  constraint dispensaries_pkey PRIMARY KEY (id),
  constraint dispensaries_platform_platform_dispensary_id_key UNIQUE (platform, platform_dispensary_id),
  constraint dispensaries_state_check CHECK ((state ~ '^[A-Z]{2}$'::text))
);

create table dutchie_discovery_locations (
  id bigint generated always as identity not null,
  platform_dispensary_id text not null,
  name text not null,
  slug text not null,
  menu_url text not null,
  address text,
  city text,
  state text,
  postal_code text,
  country text,
  latitude double precision,
  longitude double precision,
  time_zone text,
  phone text,
  status text,
  dispensary_id bigint,
  rejected_because text,
  first_seen_at timestamp with time zone default now() not null,
  last_seen_at timestamp with time zone default now() not null,
  platform text not null,
  constraint dutchie_discovery_locations_key UNIQUE (platform, platform_dispensary_id),
  constraint dutchie_discovery_locations_pkey PRIMARY KEY (id)
);

create table host_pace (
  host text not null,
  next_slot_at timestamp with time zone not null,
  constraint host_pace_pkey PRIMARY KEY (host)
);

create table proxies (
  id bigint generated always as identity not null,
  host text not null,
  port integer not null,
  username text,
  password text,
  protocol text default 'http'::text not null,
  is_active boolean default true not null,
  last_used_at timestamp with time zone,
  failure_count integer default 0 not null,
  success_count integer default 0 not null,
  consecutive_failures integer default 0 not null,
  consecutive_403_count integer default 0 not null,
  avg_response_time_ms integer,
  last_failure_at timestamp with time zone,
  last_error text,
  exit_address text,
  owner text,
  created_at timestamp with time zone default now() not null,
  constraint proxies_pkey PRIMARY KEY (id),
  constraint proxies_port_check CHECK (((port >= 1) AND (port <= 65535))),
  constraint proxies_protocol_check CHECK ((protocol = ANY (ARRAY['http'::text, 'https'::text, 'socks5'::text]))),
  constraint proxies_protocol_host_port_username_key UNIQUE NULLS NOT DISTINCT (protocol, host, port, username)
);

create table proxy_events (
  attempt_key text not null,
  proxy_id bigint not null,
  outcome text not null,
  detail text,
  response_time_ms integer,
  at timestamp with time zone default now() not null,
  constraint proxy_events_outcome_check CHECK ((outcome = ANY (ARRAY['success'::text, 'blocked'::text, 'fault'::text]))),
  constraint proxy_events_pkey PRIMARY KEY (attempt_key)
);

create table raw_crawl_payloads (
  id bigint generated always as identity not null,
  dispensary_id bigint not null,
  crawl_run_id bigint,
  platform text not null,
  storage_path text not null,
  sha256 text not null,
  size_bytes bigint not null,
  size_bytes_raw bigint not null,
  product_count integer not null,
  pages integer not null,
  proxy_id bigint,
  browser_profile text not null,
  exit_address text,
  fetch_duration_ms integer not null,
  fetched_at timestamp with time zone not null,
  ingested_at timestamp with time zone,
  ingest_counts jsonb,
  constraint raw_crawl_payloads_pkey PRIMARY KEY (id),
  constraint raw_crawl_payloads_storage_path_key UNIQUE (storage_path)
);

create table schema_migrations (
  name text not null,
  sha256 text not null,
  applied_at timestamp with time zone default now() not null,
  constraint schema_migrations_pkey PRIMARY KEY (name)
);

create table stage_runs (
  id bigint generated always as identity not null,
  crawl_run_id bigint not null,
  stage text not null,
  role text not null,
  worker text not null,
  attempts integer default 1 not null,
  outcome text,
  result jsonb,
  started_at timestamp with time zone default now() not null,
  ended_at timestamp with time zone,
  constraint stage_runs_crawl_run_id_stage_key UNIQUE (crawl_run_id, stage),
  constraint stage_runs_outcome_check CHECK ((outcome = ANY (ARRAY['completed'::text, 'failed'::text]))),
  constraint stage_runs_pkey PRIMARY KEY (id),
  constraint stage_runs_stage_check CHECK ((stage = ANY (ARRAY['resolve'::text, 'fetch'::text, 'ingest'::text, 'images'::text])))
);

create table store_product_snapshots (
  store_product_id bigint not null,
  payload_id bigint not null,
  dispensary_id bigint not null,
  price_rec numeric(10,2),
  price_med numeric(10,2),
  price_rec_special numeric(10,2),
  price_med_special numeric(10,2),
  is_on_special boolean not null,
  is_in_stock boolean not null,
  quantity integer,
  thc_low double precision,
  thc_high double precision,
  options jsonb not null,
  fetched_at timestamp with time zone not null,
  constraint store_product_snapshots_pkey PRIMARY KEY (store_product_id, payload_id, fetched_at)
) partition by RANGE (fetched_at);

create table store_products (
  id bigint generated always as identity not null,
  dispensary_id bigint not null,
  provider text not null,
  provider_product_id text not null,
  name_raw text not null,
  name text not null,
  brand_name_raw text,
  brand_name text,
  category text,
  subcategory text,
  strain_type text,
  price_rec numeric(10,2),
  price_med numeric(10,2),
  price_rec_special numeric(10,2),
  price_med_special numeric(10,2),
  is_on_special boolean not null,
  is_in_stock boolean not null,
  stock_status text not null,
  quantity integer,
  quantity_capped boolean default false not null,
  consecutive_misses integer default 0 not null,
  thc_low double precision,
  thc_high double precision,
  thc_unit text,
  cbd_low double precision,
  cbd_high double precision,
  cbd_unit text,
  options jsonb not null,
  image_url text,
  local_image_path text,
  image_failures integer default 0 not null,
  image_error text,
  normalizer_version integer not null,
  last_payload_id bigint,
  first_seen_at timestamp with time zone not null,
  last_seen_at timestamp with time zone not null,
  updated_at timestamp with time zone default now() not null,
  constraint store_products_check CHECK ((is_in_stock = (stock_status = 'in_stock'::text))),
  constraint store_products_dispensary_id_provider_provider_product_id_key UNIQUE (dispensary_id, provider, provider_product_id),
  constraint store_products_pkey PRIMARY KEY (id),
  constraint store_products_price_med_check CHECK ((price_med > (0)::numeric)),
  constraint store_products_price_med_special_check CHECK ((price_med_special > (0)::numeric)),
  constraint store_products_price_rec_check CHECK ((price_rec > (0)::numeric)),
  constraint store_products_price_rec_special_check CHECK ((price_rec_special > (0)::numeric)),
  constraint store_products_stock_status_check CHECK ((stock_status = ANY (ARRAY['in_stock'::text, 'oos'::text])))
);

CREATE INDEX crawl_runs_dispensary ON public.crawl_runs USING btree (dispensary_id, id DESC);

CREATE UNIQUE INDEX crawl_runs_one_running ON public.crawl_runs USING btree (dispensary_id) WHERE (status = 'running'::text);

CREATE INDEX dispensaries_due ON public.dispensaries USING btree (id) INCLUDE (last_crawl_at) WHERE crawl_enabled;

CREATE INDEX proxy_events_proxy ON public.proxy_events USING btree (proxy_id, at);

CREATE INDEX raw_crawl_payloads_dispensary ON public.raw_crawl_payloads USING btree (dispensary_id, fetched_at DESC);

CREATE INDEX store_product_snapshots_dispensary ON ONLY public.store_product_snapshots USING btree (dispensary_id, fetched_at);

CREATE INDEX store_product_snapshots_payload ON ONLY public.store_product_snapshots USING btree (payload_id);

CREATE INDEX store_products_without_image ON public.store_products USING btree (dispensary_id) WHERE ((local_image_path IS NULL) AND (image_url IS NOT NULL));

alter table crawl_runs add constraint crawl_runs_dispensary_id_fkey FOREIGN KEY (dispensary_id) REFERENCES dispensaries(id) ON DELETE CASCADE;

alter table crawl_runs add constraint crawl_runs_payload_id_fkey FOREIGN KEY (payload_id) REFERENCES raw_crawl_payloads(id) ON DELETE SET NULL;

alter table dutchie_discovery_locations add constraint dutchie_discovery_locations_dispensary_id_fkey FOREIGN KEY (dispensary_id) REFERENCES dispensaries(id) ON DELETE SET NULL;

alter table proxy_events add constraint proxy_events_proxy_id_fkey FOREIGN KEY (proxy_id) REFERENCES proxies(id) ON DELETE CASCADE;

alter table raw_crawl_payloads add constraint raw_crawl_payloads_crawl_run_id_fkey FOREIGN KEY (crawl_run_id) REFERENCES crawl_runs(id) ON DELETE SET NULL;

alter table raw_crawl_payloads add constraint raw_crawl_payloads_dispensary_id_fkey FOREIGN KEY (dispensary_id) REFERENCES dispensaries(id) ON DELETE CASCADE;

alter table raw_crawl_payloads add constraint raw_crawl_payloads_proxy_id_fkey FOREIGN KEY (proxy_id) REFERENCES proxies(id) ON DELETE SET NULL;

alter table stage_runs add constraint stage_runs_crawl_run_id_fkey FOREIGN KEY (crawl_run_id) REFERENCES crawl_runs(id) ON DELETE CASCADE;

alter table store_product_snapshots add constraint store_product_snapshots_payload_id_fkey FOREIGN KEY (payload_id) REFERENCES raw_crawl_payloads(id) ON DELETE CASCADE;

alter table store_product_snapshots add constraint store_product_snapshots_store_product_id_fkey FOREIGN KEY (store_product_id) REFERENCES store_products(id) ON DELETE CASCADE;

alter table store_products add constraint store_products_dispensary_id_fkey FOREIGN KEY (dispensary_id) REFERENCES dispensaries(id) ON DELETE CASCADE;

alter table store_products add constraint store_products_last_payload_id_fkey FOREIGN KEY (last_payload_id) REFERENCES raw_crawl_payloads(id) ON DELETE SET NULL;

create materialized view analytics_brand_presence as
SELECT COALESCE(p.brand_name, ''::text) AS brand_name,
    COALESCE(d.state, ''::text) AS state,
    COALESCE(p.category, ''::text) AS category,
    count(DISTINCT p.dispensary_id) AS dispensaries,
    count(*) AS products,
    round(avg(p.price_rec), 2) AS price_rec_avg,
    min(COALESCE(p.price_rec_special, p.price_rec)) AS price_rec_low
   FROM (store_products p
     JOIN dispensaries d ON ((d.id = p.dispensary_id)))
  WHERE p.is_in_stock
  GROUP BY COALESCE(p.brand_name, ''::text), COALESCE(d.state, ''::text), COALESCE(p.category, ''::text);

create materialized view analytics_dispensary_overview as
SELECT d.id AS dispensary_id,
    d.name,
    d.state,
    count(p.id) AS products,
    count(p.id) FILTER (WHERE p.is_in_stock) AS products_in_stock,
    count(p.id) FILTER (WHERE (p.is_on_special AND p.is_in_stock)) AS products_on_special,
    round(avg(p.price_rec) FILTER (WHERE p.is_in_stock), 2) AS price_rec_avg,
    d.last_crawl_at
   FROM (dispensaries d
     LEFT JOIN store_products p ON ((p.dispensary_id = d.id)))
  GROUP BY d.id;

CREATE UNIQUE INDEX analytics_brand_presence_key ON public.analytics_brand_presence USING btree (brand_name, state, category);

CREATE UNIQUE INDEX analytics_dispensary_overview_key ON public.analytics_dispensary_overview USING btree (dispensary_id);
