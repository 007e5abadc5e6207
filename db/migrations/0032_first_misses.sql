-- Three misses take a product out of stock only when they lie far enough apart, so it may have missed three payloads and still be in stock:
-- it has not left the menu for good.
drop materialized view analytics_assortment_changes;
create materialized view analytics_assortment_changes as
select dispensary_id, day, count(*) filter (where is_new) as new_products, count(*) filter (where not is_new) as gone_products
from (
  select p.dispensary_id, (p.first_seen_at at time zone coalesce(d.time_zone, 'America/Phoenix'))::date as day, true as is_new
  from store_products p join dispensaries d on d.id = p.dispensary_id
  union all
  -- Gone on the day it was last seen, which is known once it is out of stock and has missed three payloads.
  select p.dispensary_id, (p.last_seen_at at time zone coalesce(d.time_zone, 'America/Phoenix'))::date, false
  from store_products p join dispensaries d on d.id = p.dispensary_id
  where p.consecutive_misses >= 3 and not p.is_in_stock
) as changes
group by 1, 2;

create unique index analytics_assortment_changes_key on analytics_assortment_changes (dispensary_id, day);
create index analytics_assortment_changes_day on analytics_assortment_changes (day, dispensary_id);

-- The time of the first miss is kept. Rows with misses from before keep null, and the last payload that had the product, last_seen_at, stands
-- for it. The true first miss came later, so such a product goes out with its next miss, as it would have without the upgrade, rather than
-- days later; and no table is rewritten. Last, since it keeps everybody off the products until the migration is over.
alter table store_products add column first_missed_at timestamptz;
