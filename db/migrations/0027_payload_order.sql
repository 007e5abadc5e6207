-- Payloads of a store are ordered by fetched_at, and only the newest one updates the catalog. It came from the clock of the worker:
-- one whose clock was two hours ahead left payloads in the future, and what correct workers fetched within these two hours counted as
-- old. Workers now take the time from the database. What lies in the future already is moved back to when it went in.
create temporary table moved_payloads on commit drop as
  select id, dispensary_id, fetched_at as was,
    date_trunc('milliseconds', least(ingested_at, clock_timestamp())) as fetched_at
  from raw_crawl_payloads
  -- Clocks a moment apart have done no harm.
  where fetched_at > least(ingested_at, clock_timestamp()) + interval '1 minute'
    -- Imported rows have a time of ingest from another system.
    and (crawl_run_id is not null or fetched_at > clock_timestamp());

do $$ begin
  perform ensure_snapshot_partition(month)
    from (select distinct date_trunc('month', fetched_at, 'UTC') as month from moved_payloads) as months;
end $$;

update store_product_snapshots snapshot set fetched_at = moved.fetched_at
from moved_payloads moved where snapshot.payload_id = moved.id and snapshot.fetched_at = moved.was;

update raw_crawl_payloads payload set fetched_at = moved.fetched_at from moved_payloads moved where payload.id = moved.id;

update store_products product set last_seen_at = moved.fetched_at
from moved_payloads moved where product.last_payload_id = moved.id and product.last_seen_at > moved.fetched_at;

update dispensaries store set current_payload_fetched_at = moved.fetched_at
from moved_payloads moved
where store.id = moved.dispensary_id and store.current_payload_fetched_at = date_trunc('milliseconds', moved.was);

update dispensaries set
  current_payload_fetched_at = least(current_payload_fetched_at, clock_timestamp()),
  first_crawl_at = least(first_crawl_at, clock_timestamp()),
  last_crawl_at = least(last_crawl_at, clock_timestamp()),
  last_fetch_at = least(last_fetch_at, clock_timestamp())
where greatest(current_payload_fetched_at, first_crawl_at, last_crawl_at, last_fetch_at) > clock_timestamp();

-- A payload in the future would hold back every later one of its store, whoever writes it: a worker of an earlier version, or an import.
create function keep_payload_out_of_future() returns trigger language plpgsql as $$
begin
  new.fetched_at := date_trunc('milliseconds', clock_timestamp());
  return new;
end
$$;

create trigger payload_not_in_future before insert or update of fetched_at on raw_crawl_payloads
  for each row when (new.fetched_at > clock_timestamp()) execute function keep_payload_out_of_future();

-- How far the clock of a worker is ahead of the database's, in milliseconds, as of its last heartbeat; below 0 it is behind.
-- Null: of a worker of an earlier version, or one that reports through the API.
alter table workers add column clock_ahead_ms bigint;
