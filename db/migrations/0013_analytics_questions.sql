-- The questions that data teams ask most: what things cost now, how prices went, what is out of stock, what came and
-- went. Days are those of the store's own time zone. Each view has a unique index, which a refresh beside readers needs.

-- What a platform wrote as its time zone was kept as it was; one that does not exist would fail every refresh.
update dispensaries set time_zone = null
where time_zone is not null and lower(time_zone) not in (select lower(name) from pg_timezone_names);

create materialized view analytics_current_prices as
select
  coalesce(p.brand_name, '') as brand_name,
  coalesce(p.category, '') as category,
  coalesce(d.state, '') as state,
  count(*) as products,
  count(distinct p.dispensary_id) as dispensaries,
  count(*) filter (where p.is_on_special) as products_on_special,
  -- What is paid: the special price where there is one.
  min(coalesce(p.price_rec_special, p.price_rec)) as price_low,
  percentile_cont(0.5) within group (order by coalesce(p.price_rec_special, p.price_rec))::numeric(10, 2) as price_median,
  max(coalesce(p.price_rec_special, p.price_rec)) as price_high
from store_products p
join dispensaries d on d.id = p.dispensary_id
where p.is_in_stock and p.price_rec is not null
group by 1, 2, 3;

create unique index analytics_current_prices_key on analytics_current_prices (brand_name, category, state);

-- The last 90 days; snapshots hold the rest.
create materialized view analytics_price_history as
select
  s.store_product_id,
  (s.fetched_at at time zone coalesce(d.time_zone, 'America/Phoenix'))::date as day,
  s.dispensary_id,
  min(coalesce(s.price_rec_special, s.price_rec)) as price_low,
  max(coalesce(s.price_rec_special, s.price_rec)) as price_high,
  (array_agg(coalesce(s.price_rec_special, s.price_rec) order by s.fetched_at desc))[1] as price_last,
  bool_or(s.is_on_special) as was_on_special,
  bool_or(s.is_in_stock) as was_in_stock
from store_product_snapshots s
join dispensaries d on d.id = s.dispensary_id
where s.fetched_at > now() - interval '90 days'
group by 1, 2, 3;

create unique index analytics_price_history_key on analytics_price_history (store_product_id, day);
create index analytics_price_history_dispensary on analytics_price_history (dispensary_id, day);

create materialized view analytics_availability as
select
  p.dispensary_id,
  coalesce(p.brand_name, '') as brand_name,
  coalesce(d.state, '') as state,
  count(*) as products,
  count(*) filter (where p.is_in_stock) as in_stock,
  count(*) filter (where not p.is_in_stock) as out_of_stock,
  round(count(*) filter (where not p.is_in_stock)::numeric / count(*), 4) as out_of_stock_rate
from store_products p
join dispensaries d on d.id = p.dispensary_id
group by 1, 2, 3;

create unique index analytics_availability_key on analytics_availability (dispensary_id, brand_name);

create materialized view analytics_assortment_changes as
select dispensary_id, day, count(*) filter (where is_new) as new_products, count(*) filter (where not is_new) as gone_products
from (
  select p.dispensary_id, (p.first_seen_at at time zone coalesce(d.time_zone, 'America/Phoenix'))::date as day, true as is_new
  from store_products p join dispensaries d on d.id = p.dispensary_id
  union all
  -- Gone on the day it was last seen, which is known once it has been missed three times.
  select p.dispensary_id, (p.last_seen_at at time zone coalesce(d.time_zone, 'America/Phoenix'))::date, false
  from store_products p join dispensaries d on d.id = p.dispensary_id
  where p.consecutive_misses >= 3
) as changes
group by 1, 2;

create unique index analytics_assortment_changes_key on analytics_assortment_changes (dispensary_id, day);
