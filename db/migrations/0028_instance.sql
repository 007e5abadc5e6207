-- One id for everything that belongs to one installation. The Temporal namespace and the API carry it too, so that a
-- program that was given the addresses of two installations notices before it writes. `kind` says whether `npm start`
-- may fill this database with invented stores and proxies.

create table instance (
  is_only boolean primary key default true check (is_only),
  id uuid not null default gen_random_uuid(),
  kind text not null default 'production' check (kind in ('sandbox', 'production')),
  created_at timestamptz not null default now()
);

insert into instance default values;
