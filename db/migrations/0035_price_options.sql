-- The price of a product is that of its cheapest size that can be had, and without the size's label nobody knows of which. Rows from before
-- keep null until their payloads go in again: they were made by other rules. The products last, since that keeps everybody off them until the
-- migration is over.
alter table store_product_snapshots add column price_option text;
alter table store_products add column price_option text;
