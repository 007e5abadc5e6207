import { inDigits } from '../parts/locale.ts';

/** What is said of crawls whose menus were doubted: they ended so whatever was decided since. @param waiting menus that still wait */
export function formatDoubted(ended: number, waiting: number): string {
  return `${inDigits(ended)} doubted${waiting === 0 ? ', decided since' : ''}`;
}
