-- What the API lists: products, payloads and analytics, page after page in the order of a key, whatever the filter.
--
-- No index here has a column that crawls change: not prices, stock, specials, quantities, nor times of being seen. A row
-- of a product is written beside itself on each crawl, and no index learns of it (0014); an index on one of those would
-- end that for every product. Filters on them are looked at row by row, over a bounded stretch of these indexes.

create index store_products_dispensary on store_products (dispensary_id, id);
create index store_products_brand on store_products (brand_name, id);
create index store_products_category on store_products (category, id);
create index store_products_words on store_products
  using gin (to_tsvector('simple'::regconfig, name || ' ' || coalesce(brand_name, '')));

create index raw_crawl_payloads_fetched on raw_crawl_payloads (fetched_at, id);
create index raw_crawl_payloads_platform on raw_crawl_payloads (platform, fetched_at, id);
-- Nearly all are accepted.
create index raw_crawl_payloads_verdict on raw_crawl_payloads (verdict, fetched_at, id) where verdict <> 'accepted';

-- Why a person confirmed or rejected it, in that person's words.
alter table raw_crawl_payloads add column decided_because text;

-- Pages follow the views' keys; these serve the same order where the key's first column is not what is asked for.
drop index analytics_price_history_dispensary;
create index analytics_price_history_dispensary on analytics_price_history (dispensary_id, store_product_id, day);
create index analytics_availability_brand on analytics_availability (brand_name, dispensary_id);
create index analytics_assortment_changes_day on analytics_assortment_changes (day, dispensary_id);
