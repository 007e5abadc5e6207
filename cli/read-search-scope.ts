import { scopeOf, WrongScope, type SearchScope, type WantedScope } from '../temporal-config/search-scope.ts';
import { CommandRefused } from './command-refused.ts';

/**
 * Where a call has stores looked for; without a state those of the API are meant.
 * @throws CommandRefused when that cannot be searched
 */
export function readSearchScope(wanted: WantedScope): SearchScope {
  try {
    return scopeOf(wanted, []);
  } catch (error) {
    if (error instanceof WrongScope) throw new CommandRefused(error.message, { cause: error });
    throw error;
  }
}
