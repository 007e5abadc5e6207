import { inDigits } from '../parts/locale.ts';

/**
 * Describes crawls that ended `unconfirmed`; a decision since does not change their status.
 * @param waiting menus that still wait for a decision
 */
export function formatDoubted(ended: number, waiting: number): string {
  return `${inDigits(ended)} doubted${waiting === 0 ? ', decided since' : ''}`;
}
