import { scopeOf, WrongScope, type SearchScope } from '../../temporal-config/search-scope.ts';
import { Problem } from '../problem.ts';

/** The search scope in a request; a schedule sent back as it was read has all fields. */
interface RequestedScope {
  state_code?: string | null | undefined;
  state_codes?: string[] | null | undefined;
  city?: string | null | undefined;
}

/**
 * Returns the new scope of a schedule. A city without states is refused, because it does not say whether the schedule's states stay.
 * @throws Problem `impossible` for a city without states, and for contradictory fields
 */
export function changedScope(given: RequestedScope, discoveryStates: string[]): SearchScope {
  if (given.state_code === undefined && given.state_codes === undefined)
    throw impossible(
      'city',
      'can only be changed together with state_code or state_codes, where null means all states.',
    );
  return scopeOfRequest(given, discoveryStates);
}

/**
 * Returns the scope of a request: the states of DISCOVERY_STATES, the states that it names, or a city.
 * @throws Problem `impossible` for contradictory fields
 */
export function scopeOfRequest(
  { state_code: state = null, state_codes: given = null, city }: RequestedScope,
  discoveryStates: string[],
): SearchScope {
  const states = new Set(given ?? (state === null ? [] : [state]));
  if (state !== null && !(states.size === 1 && states.has(state)))
    throw impossible(
      'state_codes',
      `takes no states other than that of state_code, got ${state} and ${[...states].join(', ')}.`,
    );
  try {
    return scopeOf({ states: [...states], city: city ?? undefined }, discoveryStates);
  } catch (error) {
    if (!(error instanceof WrongScope)) throw error;
    throw impossible('city', `is not possible. ${error.message}`);
  }
}

function impossible(field: string, text: string): Problem {
  const detail = `${field} (body) ${text}`;
  return new Problem('impossible', detail, { errors: [{ in: 'body', pointer: `/${field}`, detail }] });
}
