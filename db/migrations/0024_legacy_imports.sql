-- The data of a system before are taken over in batches, one transaction each. How far a step has come is written with its
-- batch, so that an import that was ended in the middle goes on where it stopped.
create table legacy_imports (
  -- Host, port and name of the database that is taken over.
  source text not null,
  step text not null,
  -- Its rows up to this id are done.
  after_id bigint not null default 0,
  taken bigint not null default 0,
  -- Were here already.
  present bigint not null default 0,
  refused bigint not null default 0,
  -- The first of the refused ones, with the reasons.
  refusals jsonb not null default '[]',
  updated_at timestamptz not null default now(),
  primary key (source, step)
);
