-- The HTTP API: who may ask (of a key only the digest of its secret is kept), what each has done and why, and which
-- answer belongs to which Idempotency-Key, so that a request that is repeated starts nothing twice.
create table api_keys (
  id text primary key,
  name text not null,
  scope text not null check (scope in ('read', 'operate', 'admin')),
  secret_sha256 bytea not null,
  created_at timestamptz not null default now(),
  expires_at timestamptz,
  revoked_at timestamptz,
  last_used_at timestamptz,
  replaced_by text references api_keys (id) on delete set null
);

create table api_audit (
  id bigint generated always as identity primary key,
  at timestamptz not null default clock_timestamp(),
  request_id uuid not null,
  -- The key's id, or `local` where the API runs open on this machine.
  actor text not null,
  actor_name text not null,
  address text,
  method text not null,
  path text not null,
  reason text,
  body jsonb,
  -- Null: the request is under way, or the process ended with it.
  status integer
);
create index api_audit_actor on api_audit (actor, id);

create table api_idempotency (
  actor text not null,
  key text not null,
  request_sha256 text not null,
  -- Names what the request starts: a repeat starts the same.
  start_id uuid not null,
  taken_at timestamptz not null default clock_timestamp(),
  status integer,
  content_type text,
  answer text,
  workflow_id text,
  run_id text,
  created_at timestamptz not null default now(),
  primary key (actor, key)
);
create index api_idempotency_created on api_idempotency (created_at);

-- What ended lately is counted for metrics and told to whoever watches; a chain ends once.
create index crawl_runs_ended on crawl_runs (ended_at);
