-- A menu whose new products have ids of products of other stores is another store's. New products are few; stores have many.
create index store_products_provider_product on store_products (provider_product_id);

-- What a store has in quarantine is compared with each new menu of it that is doubted, and decided by each that is believed.
create index raw_crawl_payloads_open_suspects on raw_crawl_payloads (dispensary_id) where verdict = 'suspect';

-- The ids of the payloads that agreed with one that was doubted, and so settled the doubt; null where nothing was doubted, or a
-- person decided. Last, since it locks readers out until the end.
alter table raw_crawl_payloads add column confirmed_by jsonb;
