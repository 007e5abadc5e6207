import { inDigits } from '../parts/locale.ts';

/**
 * Describes how many crawls ended `unconfirmed`. They keep that status after somebody has decided about their menus.
 * @param ended the number of these crawls
 * @param waiting the number of menus that still wait for a decision
 */
export function formatDoubted(ended: number, waiting: number): string {
  return `${inDigits(ended)} doubted${waiting === 0 ? ', decided since' : ''}`;
}
