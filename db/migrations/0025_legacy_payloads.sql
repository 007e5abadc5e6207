-- Whether a payload of a system before is whole here was asked of that system's snapshots, which have no index by payload: every
-- look read all of them. It is noted here instead, while the snapshots are taken over.
create table legacy_incomplete_payloads (
  source text not null,
  -- A snapshot of it stayed behind, or came without it.
  payload_id bigint not null,
  primary key (source, payload_id)
);

-- Rows of whose key another one, with other values, is here.
alter table legacy_imports add column merged bigint not null default 0;

-- What an import before this one had looked at was not noted: it looks at the snapshots once more, which changes nothing else.
delete from legacy_imports where step = 'store_product_snapshots';
