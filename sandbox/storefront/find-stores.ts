import type { StoreProfile } from '../world/store-profile.ts';
import { storeRecordOf } from '../world/store-profile.ts';
import type { MenuRecord } from '../world/menu-record.ts';
import type { Store } from '../world/world.ts';
import { isRecord, textOf } from './graphql-request.ts';
import type { Variables } from './graphql-request.ts';
import { MENU_BASE_URL } from './site.ts';
import type { Site } from './site.ts';

const EARTH_RADIUS_MILES = 3959;

/** Returns the response of `ConsumerDispensaries` and `DispensarySearch`: always a list, which is empty for an unknown name. */
export function findStores(site: Site, variables: Variables): { filteredDispensaries: MenuRecord[] } {
  const filter = isRecord(variables['dispensaryFilter']) ? variables['dispensaryFilter'] : {};
  const wanted = textOf(filter['cNameOrID']) ?? textOf(filter['cName']);
  const profiles = site.world.stores.map((store) => store.profileAt(site.pass()));
  const found =
    wanted === null
      ? profiles.filter((profile) => isInArea(profile, filter))
      : profiles.filter((profile) => isCalled(profile, wanted));
  return { filteredDispensaries: found.map((profile) => storeRecordOf(profile, MENU_BASE_URL)) };
}

/** Finds the store that has this slug, name or id in the current pass. A former name finds nothing, as on the real site. */
export function storeCalled(site: Site, name: string): Store | undefined {
  return site.world.stores.find((store) => isCalled(store.profileAt(site.pass()), name));
}

/** Finds the store whose menu has this id in the current pass. The id that a store had before it changed its menu finds nothing. */
export function storeWithId(site: Site, id: unknown): Store | undefined {
  return site.world.stores.find((store) => store.profileAt(site.pass()).platformId === id);
}

/** Finds the store that had this name before it changed its name. */
export function storeOnceCalled(site: Site, name: string): Store | undefined {
  return site.world.stores.find((store) => store.profileAt(site.pass()).pastCNames.includes(name));
}

/** Whether a store has this slug, name or id. */
export function isCalled(profile: StoreProfile, name: string): boolean {
  return name === profile.platformId || name === profile.slug || name === profile.cName;
}

function isInArea({ place, isOpen }: StoreProfile, filter: Variables): boolean {
  const state = textOf(filter['state']) ?? textOf(filter['destinationTaxState']);
  const city = textOf(filter['city']);
  const isState = state === null || isSameText(state, place.state) || isSameText(state, place.stateName);
  const isCity = city === null || isSameText(city, place.city);
  const isServed =
    (filter['medical'] !== true || place.licence !== 'recreational') &&
    (filter['recreational'] !== true || place.licence !== 'medical');
  return isState && isCity && isServed && (filter['activeOnly'] !== true || isOpen) && isNear(place, filter);
}

/** Whether a place lies within `distance` miles of a point. True if one of the three numbers of the filter is missing. */
export function isNear(place: StoreProfile['place'], filter: Variables): boolean {
  const [latitude, longitude, distance] = [filter['nearLat'], filter['nearLng'], filter['distance']];
  if (typeof latitude !== 'number' || typeof longitude !== 'number' || typeof distance !== 'number')
    return true;
  const toRadians = (degrees: number) => (degrees * Math.PI) / 180;
  const [from, to] = [toRadians(latitude), toRadians(place.latitude)];
  const turn = toRadians(place.longitude - longitude);
  const cosine = Math.sin(from) * Math.sin(to) + Math.cos(from) * Math.cos(to) * Math.cos(turn);
  return Math.acos(Math.min(1, cosine)) * EARTH_RADIUS_MILES <= distance;
}

function isSameText(one: string, other: string): boolean {
  return one.toLowerCase() === other.toLowerCase();
}
