import type { Proxy } from '../server/proxies-api.ts';

/** The states as the page names them, each with its meaning. */
export const STATE_MEANINGS = {
  active: 'Crawls use it.',
  resting:
    'It failed too often in a row. A worker tests it within 5 minutes after its rest, and uses it again if it works.',
  disabled: 'An operator took it out of use. Only an operator enables it again.',
} as const;

export type State = keyof typeof STATE_MEANINGS;

export const STATES = Object.keys(STATE_MEANINGS) as State[];

/** The search parameters of the page's address. */
export interface ProxySearch {
  /** Absent: all states. */
  state?: State;
}

/** Parses an address; treats invalid values as absent. */
export function readProxySearch({ state }: Record<string, unknown>): ProxySearch {
  const known = STATES.find((choice) => choice === state);
  return known === undefined ? {} : { state: known };
}

/** Returns the state of a proxy as the page names it. */
export function stateOf({ state }: Pick<Proxy, 'state'>): State {
  return state === 'cooling' ? 'resting' : state;
}

/** Returns the proxies in a state. @param state undefined: all */
export function inState(proxies: readonly Proxy[], state: State | undefined): readonly Proxy[] {
  return state === undefined ? proxies : proxies.filter((proxy) => stateOf(proxy) === state);
}
