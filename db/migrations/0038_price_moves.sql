-- Prices that are moved a few at a time never move enough of the menu at once to be doubted. How they moved from payload to payload
-- adds up. Null for payloads of versions that did not count it.
alter table raw_crawl_payloads
  add column list_prices_up integer,
  add column list_prices_down integer;
