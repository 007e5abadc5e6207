import { scopeOf, WrongScope, type SearchScope, type WantedScope } from '../temporal-config/search-scope.ts';
import { CommandRefused } from './command-refused.ts';

/**
 * Returns the states and cities in which a call searches for stores; without a state, the API's default states.
 * @throws CommandRefused if the scope cannot be searched
 */
export function readSearchScope(wanted: WantedScope): SearchScope {
  try {
    return scopeOf(wanted, []);
  } catch (error) {
    if (error instanceof WrongScope) throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}
