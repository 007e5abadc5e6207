-- People add stores by the address of a menu, and admit stores that discovery left out. A menu may be served under a slug that
-- is not the store's own: those that people gave are kept, so that the store is found by them again. Discovery leaves out
-- each time what it left out before, so a store that was admitted keeps the reasons that no longer count.
alter table dispensaries add column added_as text[] not null default '{}';

alter table dutchie_discovery_locations
  add column admitted_reasons text[],
  add column admitted_at timestamptz,
  add column admitted_by text;
