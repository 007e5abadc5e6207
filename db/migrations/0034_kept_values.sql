-- A platform gives products new ids now and then. The row follows its product to the new one, and keeps those of before, the latest last:
-- payloads that were stored under them are still its own.
alter table store_products add column former_provider_product_ids text[] not null default '{}';

-- When the stock was read last, where the newest payload does not tell it and the row keeps what was known; else null.
alter table store_products add column stock_as_of timestamptz;

-- Options of a payload that tells nothing of their stock, with the stock that is known of them, label by label; where a label comes
-- twice, in their order. What the payload tells stays.
create function keep_option_stock(options jsonb, known jsonb) returns jsonb language sql immutable parallel safe as $$
  with fresh as (
    select option, place, row_number() over (partition by option ->> 'option' order by place) as nth
    from jsonb_array_elements(options) with ordinality as listed (option, place)
  ), old as (
    select option, row_number() over (partition by option ->> 'option' order by place) as nth
    from jsonb_array_elements(known) with ordinality as listed (option, place)
  )
  select coalesce(jsonb_agg(fresh.option || coalesce(kept.stock, '{}') order by fresh.place), '[]')
  from fresh
  left join lateral (
    select jsonb_object_agg(field.key, field.value) as stock
    from old, jsonb_each(old.option) as field
    where old.option ->> 'option' = fresh.option ->> 'option' and old.nth = fresh.nth
      and field.key in ('quantity', 'quantityCapped', 'quantityTotal', 'quantityKiosk', 'posId', 'packageId')
      and coalesce(fresh.option -> field.key, 'null') in ('null', 'false')
  ) as kept on true
$$;
