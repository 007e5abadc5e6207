-- What is paid for a product: the recreational price, or the medical one where there is no other; the special price where it is
-- lower than the list price, which is not so on every menu.
create function paid_price(rec numeric, rec_special numeric, med numeric, med_special numeric) returns numeric
  language sql immutable parallel safe
  -- Of two, `least` takes the one that is not null.
  return coalesce(least(rec, rec_special), least(med, med_special));

drop materialized view analytics_current_prices;
create materialized view analytics_current_prices as
select
  coalesce(p.brand_name, '') as brand_name,
  coalesce(p.category, '') as category,
  coalesce(d.state, '') as state,
  count(*) as products,
  count(distinct p.dispensary_id) as dispensaries,
  count(*) filter (where p.is_on_special) as products_on_special,
  min(paid.price) as price_low,
  percentile_cont(0.5) within group (order by paid.price)::numeric(10, 2) as price_median,
  max(paid.price) as price_high
from store_products p
join dispensaries d on d.id = p.dispensary_id
cross join lateral (
  select paid_price(p.price_rec, p.price_rec_special, p.price_med, p.price_med_special) as price
) as paid
where p.is_in_stock and paid.price is not null
group by 1, 2, 3;

create unique index analytics_current_prices_key on analytics_current_prices (brand_name, category, state);

drop materialized view analytics_price_history;
create materialized view analytics_price_history as
select
  s.store_product_id,
  (s.fetched_at at time zone coalesce(d.time_zone, 'America/Phoenix'))::date as day,
  s.dispensary_id,
  min(paid.price) as price_low,
  max(paid.price) as price_high,
  (array_agg(paid.price order by s.fetched_at desc))[1] as price_last,
  bool_or(s.is_on_special) as was_on_special,
  bool_or(s.is_in_stock) as was_in_stock
from store_product_snapshots s
join dispensaries d on d.id = s.dispensary_id
cross join lateral (
  select paid_price(s.price_rec, s.price_rec_special, s.price_med, s.price_med_special) as price
) as paid
where s.fetched_at > now() - interval '90 days'
group by 1, 2, 3;

create unique index analytics_price_history_key on analytics_price_history (store_product_id, day);
create index analytics_price_history_dispensary on analytics_price_history (dispensary_id, day);

-- A product that has been gone for long is no shelf that is empty: without this the rate would only ever grow.
drop materialized view analytics_availability;
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
where p.is_in_stock or p.last_seen_at > now() - interval '30 days'
group by 1, 2, 3;

create unique index analytics_availability_key on analytics_availability (dispensary_id, brand_name);

drop materialized view analytics_brand_presence;
create materialized view analytics_brand_presence as
select
  coalesce(p.brand_name, '') as brand_name,
  coalesce(d.state, '') as state,
  coalesce(p.category, '') as category,
  count(distinct p.dispensary_id) as dispensaries,
  count(*) as products,
  round(avg(p.price_rec), 2) as price_rec_avg,
  min(least(p.price_rec_special, p.price_rec)) as price_rec_low
from store_products p
join dispensaries d on d.id = p.dispensary_id
where p.is_in_stock
group by 1, 2, 3;

create unique index analytics_brand_presence_key on analytics_brand_presence (brand_name, state, category);
