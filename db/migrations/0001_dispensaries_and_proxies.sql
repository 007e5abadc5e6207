-- What is crawled, and through what. Stores come from discovery; valid ones are promoted to dispensaries, the rest
-- keep the reason why not. Proxies are mandatory: a worker that fetches refuses to start without an active one.

create table dispensaries (
  id bigint generated always as identity primary key,
  name text not null,
  platform text not null,
  platform_dispensary_id text,
  slug text not null,
  menu_url text not null,
  address text,
  city text,
  state text check (state ~ '^[A-Z]{2}$'),
  postal_code text,
  country text,
  latitude double precision,
  longitude double precision,
  time_zone text,
  phone text,
  crawl_enabled boolean not null default true,
  first_crawl_at timestamptz,
  last_crawl_at timestamptz,
  -- When the chain of the last crawl began: what is due is told by this, since a fetch may take long.
  last_crawl_started_at timestamptz,
  last_fetch_at timestamptz,
  -- The payload that the current state of store_products comes from; an older one changes nothing.
  current_payload_fetched_at timestamptz,
  product_count integer not null default 0,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  unique (platform, platform_dispensary_id)
);

create index dispensaries_due on dispensaries (id) include (last_crawl_at) where crawl_enabled;

create table dutchie_discovery_locations (
  id bigint generated always as identity primary key,
  platform_dispensary_id text not null unique,
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
  dispensary_id bigint references dispensaries (id) on delete set null,
  -- Why the store is no dispensary; null once it is one.
  rejected_because text,
  first_seen_at timestamptz not null default now(),
  last_seen_at timestamptz not null default now()
);

create table proxies (
  id bigint generated always as identity primary key,
  host text not null,
  port integer not null check (port between 1 and 65535),
  username text,
  password text,
  protocol text not null default 'http' check (protocol in ('http', 'https', 'socks5')),
  is_active boolean not null default true,
  last_used_at timestamptz,
  failure_count integer not null default 0,
  success_count integer not null default 0,
  consecutive_failures integer not null default 0,
  consecutive_403_count integer not null default 0,
  avg_response_time_ms integer,
  last_failure_at timestamptz,
  last_error text,
  exit_address text,
  -- Where the proxy is from: a provider, a team, the sandbox.
  owner text,
  created_at timestamptz not null default now(),
  unique nulls not distinct (protocol, host, port, username)
);

-- One row an outcome of a session. The attempt that reports it is the key, so that an outcome told twice counts once.
create table proxy_events (
  attempt_key text primary key,
  proxy_id bigint not null references proxies (id) on delete cascade,
  outcome text not null check (outcome in ('success', 'blocked', 'fault')),
  detail text,
  response_time_ms integer,
  at timestamptz not null default now()
);

create index proxy_events_proxy on proxy_events (proxy_id, at);

-- The next moment at which a host may be asked. Every request of every worker reserves its slot here.
create table host_pace (
  host text primary key,
  next_slot_at timestamptz not null
);
