-- A store has one task at work, whatever its role: a chain, an ingest of a stored payload, or the search for the platform's id. Before, the
-- unique index on running chains locked chains alone, so an ingest of a stored payload ran beside them.
create table store_locks (
  dispensary_id bigint primary key references dispensaries (id) on delete cascade,
  workflow_id text not null,
  workflow_run_id text not null unique,
  -- Of the attempt that holds it: a write with an older number changes nothing.
  fence bigint not null,
  -- When the server scheduled the work that took it, or that asked for it.
  since timestamptz not null,
  -- Null: it was handed on to a task that waited and has not gone on yet.
  begun_at timestamptz
);

-- Who waits for the end of another task of a store. No row here decides what runs: a workflow that waits looks itself, too.
create table store_waiters (
  dispensary_id bigint not null references dispensaries (id) on delete cascade,
  workflow_id text not null,
  workflow_run_id text not null,
  -- `store`: it gets the lock in its turn. `chain`: it is told when a chain of the store has ended, as a start for later is.
  waits_for text not null check (waits_for in ('store', 'chain')),
  -- As Temporal counts: 1 is the most urgent.
  priority_key smallint not null,
  asked_at timestamptz not null,
  primary key (dispensary_id, workflow_id)
);

create index store_waiters_run on store_waiters (workflow_run_id);

-- Chains that are open keep what they have.
insert into store_locks (dispensary_id, workflow_id, workflow_run_id, fence, since, begun_at)
select dispensary_id, workflow_id, workflow_run_id, fence, started_at, started_at from crawl_runs where status = 'running';

drop index crawl_runs_one_running;
create index crawl_runs_running on crawl_runs (dispensary_id) where status = 'running';
