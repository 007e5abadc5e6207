-- What jobs sign in with. The value is sealed with the key of the proxies' passwords, and only a worker opens it, for a job that names it.
create table credentials (
  name text primary key,
  -- Only jobs of this platform and account may use it; null: of any.
  platform text,
  account text,
  sealed_value text not null,
  set_by text,
  created_at timestamptz not null default clock_timestamp(),
  updated_at timestamptz not null default clock_timestamp(),
  last_used_at timestamptz
);
