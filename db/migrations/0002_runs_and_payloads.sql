-- The ledger of chains: one row a chain, one row a stage of it, one row a stored payload. Temporal is the queue; no
-- table here holds pending work.

-- Each attempt of a stage takes the next number; a write with an older one changes nothing.
create sequence crawl_fence;

create table crawl_runs (
  id bigint generated always as identity primary key,
  dispensary_id bigint not null references dispensaries (id) on delete cascade,
  role text not null,
  workflow_id text not null,
  workflow_run_id text not null unique,
  status text not null default 'running' check (status in ('running', 'completed', 'failed', 'cancelled')),
  fence bigint not null,
  payload_id bigint,
  counts jsonb not null default '{}',
  error_kind text,
  error_message text,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  check ((status = 'running') = (ended_at is null))
);

-- The second lock beside the fixed workflow id: a dispensary has one running chain.
create unique index crawl_runs_one_running on crawl_runs (dispensary_id) where status = 'running';
create index crawl_runs_dispensary on crawl_runs (dispensary_id, id desc);

create table stage_runs (
  id bigint generated always as identity primary key,
  crawl_run_id bigint not null references crawl_runs (id) on delete cascade,
  stage text not null check (stage in ('resolve', 'fetch', 'ingest', 'images')),
  role text not null,
  worker text not null,
  attempts integer not null default 1,
  outcome text check (outcome in ('completed', 'failed')),
  -- What the stage returned: a retry whose first answer was lost returns the same.
  result jsonb,
  started_at timestamptz not null default now(),
  ended_at timestamptz,
  unique (crawl_run_id, stage)
);

create table raw_crawl_payloads (
  id bigint generated always as identity primary key,
  dispensary_id bigint not null references dispensaries (id) on delete cascade,
  crawl_run_id bigint references crawl_runs (id) on delete set null,
  platform text not null,
  -- Relative to STORAGE_ROOT.
  storage_path text not null unique,
  sha256 text not null,
  size_bytes bigint not null,
  size_bytes_raw bigint not null,
  product_count integer not null,
  pages integer not null,
  proxy_id bigint references proxies (id) on delete set null,
  browser_profile text not null,
  exit_address text,
  fetch_duration_ms integer not null,
  fetched_at timestamptz not null,
  -- When its products went in; null until then.
  ingested_at timestamptz,
  ingest_counts jsonb
);

create index raw_crawl_payloads_dispensary on raw_crawl_payloads (dispensary_id, fetched_at desc);
alter table crawl_runs add foreign key (payload_id) references raw_crawl_payloads (id) on delete set null;
