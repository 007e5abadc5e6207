import type { Area, DiscoverStoresInput } from '../domain/discovery.ts';
import { discoveryArea } from './workflow-ids.ts';

/** Where a person wants stores to be looked for. */
export interface WantedScope {
  /** Two letters each. */
  states: readonly string[];
  /** One city of a single state. */
  city?: string | undefined;
}

/** What a discovery searches. */
export type Searched = Pick<DiscoverStoresInput, 'states' | 'areas'>;

/** The same under a name. */
export interface SearchScope extends Searched {
  /** The part of the workflow's id that names it: `all`, `AZ`, `AZ+CA`, or `AZ/phoenix` for a city. */
  area: string;
}

/**
 * What the name of a city is made of: it becomes a part of a workflow's id, which the server limits. The API's document has
 * it too, which knows no flags of patterns.
 */
export const CITY_NAME = /^[0-9A-Za-zÀ-ɏ][0-9A-Za-zÀ-ɏ .'’!-]{0,49}$/;

/** The same in words. */
export const CITY_TAKES = "the name of a city: 1 to 50 letters, digits, spaces and . ' ! -, such as Phoenix";

/** Thrown for a scope that cannot be searched; the message says what was given and what is accepted. */
export class WrongScope extends Error {
  override name = 'WrongScope';
}

/**
 * The scope that a person wants: without states and a city, the states that discovery searches by default.
 * @throws WrongScope
 */
export function scopeOf(wanted: WantedScope, discoveryStates: string[]): SearchScope {
  if (wanted.states.length > 0 || wanted.city !== undefined) return searchScope(wanted);
  return { area: 'all', states: discoveryStates };
}

/**
 * The scope of some states, or of a city. However it is typed, one scope has one name, and so one search at a time.
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

/** The area of what an input searches, where its id could be that of a scope; else null. */
export function areaOfInput(input: Searched): string | null {
  const { states, areas } = readSearched(input);
  const [area, ...others] = areas;
  if (area === undefined) return states.length === 0 ? null : discoveryArea(states);
  const isCity = typeof area.city === 'string' && area.near === undefined;
  return isCity && others.length === 0 && states.length === 0
    ? cityArea(area.stateCode, area.city ?? '')
    : null;
}

/** What an input searches, as far as it can be read: what an operator typed into that of a schedule may be anything. */
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
