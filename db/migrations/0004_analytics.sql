-- Views for analytics, refreshed by schedule. Each has a unique index, which a refresh beside readers needs.

create materialized view analytics_dispensary_overview as
select
  d.id as dispensary_id,
  d.name,
  d.state,
  count(p.id) as products,
  count(p.id) filter (where p.is_in_stock) as products_in_stock,
  count(p.id) filter (where p.is_on_special and p.is_in_stock) as products_on_special,
  round(avg(p.price_rec) filter (where p.is_in_stock), 2) as price_rec_avg,
  d.last_crawl_at
from dispensaries d
left join store_products p on p.dispensary_id = d.id
group by d.id;

create unique index analytics_dispensary_overview_key on analytics_dispensary_overview (dispensary_id);

create materialized view analytics_brand_presence as
select
  coalesce(p.brand_name, '') as brand_name,
  coalesce(d.state, '') as state,
  coalesce(p.category, '') as category,
  count(distinct p.dispensary_id) as dispensaries,
  count(*) as products,
  round(avg(p.price_rec), 2) as price_rec_avg,
  min(coalesce(p.price_rec_special, p.price_rec)) as price_rec_low
from store_products p
join dispensaries d on d.id = p.dispensary_id
where p.is_in_stock
group by 1, 2, 3;

create unique index analytics_brand_presence_key on analytics_brand_presence (brand_name, state, category);
