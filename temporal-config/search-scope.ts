import type { Area, DiscoverStoresInput } from '../domain/discovery.ts';
import { discoveryArea } from './workflow-ids.ts';

/** Where to search for stores, as requested. */
export interface WantedScope {
  /** Two letters each. */
  states: readonly string[];
  /** One city of a single state. */
  city?: string | undefined;
}

/** The states and areas that a discovery searches. */
export type Searched = Pick<DiscoverStoresInput, 'states' | 'areas'>;

/** A named search. */
export interface SearchScope extends Searched {
  /** The part of the workflow id that names the search: `all`, `AZ`, `AZ+CA`, or `AZ/phoenix` for a city. */
  area: string;
}

/**
 * Valid city names: the name becomes part of a workflow id, whose length the server limits. The API's OpenAPI document contains
 * the pattern too, and does not support regex flags.
 */
export const CITY_NAME = /^[0-9A-Za-zÀ-ɏ][0-9A-Za-zÀ-ɏ .'’!-]{0,49}$/;

/** `CITY_NAME` in words. */
export const CITY_TAKES = "the name of a city: 1 to 50 letters, digits, spaces and . ' ! -, such as Phoenix";

/** Thrown for a scope that cannot be searched; the message names what was given and what is accepted. */
export class WrongScope extends Error {
  override name = 'WrongScope';
}

/**
 * Returns the requested scope; without states and a city, the default states of discovery.
 * @throws WrongScope
 */
export function scopeOf(wanted: WantedScope, discoveryStates: string[]): SearchScope {
  if (wanted.states.length > 0 || wanted.city !== undefined) return searchScope(wanted);
  return { area: 'all', states: discoveryStates };
}

/**
 * Returns the scope of some states, or of a city. Each scope has one name, however it is typed, so that only one search of it
 * runs at a time.
 * @throws WrongScope
 */
export function searchScope({ states: given, city }: WantedScope): SearchScope {
  const states = [...new Set(given)];
  const [state, ...others] = states;
  if (city !== undefined && (state === undefined || others.length > 0)) {
    const got = state === undefined ? 'no state' : states.join(', ');
    throw new WrongScope(`The city ${JSON.stringify(city)} takes the one state that it is in, got ${got}.`);
  }
  if (state === undefined) throw new WrongScope('A search takes one state at least, got none.');
  if (city === undefined) return { area: discoveryArea(states), states };
  const name = city.trim().replaceAll(/\s+/g, ' ');
  if (!CITY_NAME.test(name))
    throw new WrongScope(`A search takes ${CITY_TAKES}, got ${JSON.stringify(city)}.`);
  return { area: cityArea(state, name), areas: [{ stateCode: state, city: name }] };
}

/** Returns the name of the area that an input searches; null if no scope searches just that. */
export function areaOfInput(input: Searched): string | null {
  const { states, areas } = readSearched(input);
  const [area, ...others] = areas;
  if (area === undefined) return states.length === 0 ? null : discoveryArea(states);
  const isCity = typeof area.city === 'string' && area.near === undefined;
  return isCity && others.length === 0 && states.length === 0
    ? cityArea(area.stateCode, area.city ?? '')
    : null;
}

/** Reads the valid states and areas of an input: operators may have typed anything into a schedule's input. */
export function readSearched({ states, areas }: Searched): Required<Searched> {
  const isArea = (area: unknown): area is Area =>
    typeof (area as Partial<Area> | null)?.stateCode === 'string';
  return {
    states: Array.isArray(states) ? states.filter((state) => typeof state === 'string') : [],
    areas: Array.isArray(areas) ? areas.filter(isArea) : [],
  };
}

function cityArea(state: string, city: string): string {
  return `${state}/${city.toLowerCase()}`;
}
