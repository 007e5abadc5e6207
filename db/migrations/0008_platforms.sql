-- Every platform numbers its stores by itself, so two of them may use the same id. A location belongs to its platform,
-- as a dispensary does. The table keeps its name, which people and their queries know; what it held so far came from
-- Dutchie.

alter table dutchie_discovery_locations add column platform text not null default 'dutchie';

-- From here on who writes says whose store it is.
alter table dutchie_discovery_locations alter column platform drop default;

alter table dutchie_discovery_locations drop constraint dutchie_discovery_locations_platform_dispensary_id_key;

alter table dutchie_discovery_locations add constraint dutchie_discovery_locations_key
  unique (platform, platform_dispensary_id);
