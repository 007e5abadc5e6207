-- What most of an ingest is: products that are as they were, and their snapshots (docs/decisions/0003-set-based-ingest.md).

-- All at once, and in the order in which an ingest takes them: no lock is waited for in a circle.
lock table raw_crawl_payloads, store_product_snapshots, store_products in access exclusive mode;

-- Hash of the canonical product that the row was made from. Null, as in the rows that are here: not known.
alter table store_products add column content_hash text;

-- Each crawl writes the time of being seen into every row. With room in its page a row is written beside itself, and no
-- index learns of it. All rows of a page move in one transaction, so half of it is kept free.
alter table store_products set (fillfactor = 50);

-- An ingest holds the dispensary and the payload while it writes, so that both are there need not be asked for each row.
alter table store_products drop constraint store_products_last_payload_id_fkey;
alter table store_product_snapshots drop constraint store_product_snapshots_payload_id_fkey;
alter table store_product_snapshots drop constraint store_product_snapshots_store_product_id_fkey;

-- In place of the foreign key: snapshots go with their product.
create function delete_snapshots_of_products() returns trigger language plpgsql as $$
begin
  delete from store_product_snapshots where store_product_id in (select id from gone);
  return null;
end
$$;
create trigger store_products_delete_snapshots after delete on store_products
  referencing old table as gone for each statement execute function delete_snapshots_of_products();

-- A payload's snapshots are beside each other in the key, which then finds them without an index of their own; those of
-- a dispensary are found by its payloads or its products.
alter table store_product_snapshots drop constraint store_product_snapshots_pkey;
alter table store_product_snapshots add primary key (payload_id, store_product_id, fetched_at);
create index store_product_snapshots_product on store_product_snapshots (store_product_id, fetched_at);
drop index store_product_snapshots_payload;
drop index store_product_snapshots_dispensary;
