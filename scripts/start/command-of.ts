import { resolve } from 'node:path';
import { quoteWord } from '../../domain/quote-word.ts';

/** Returns the command line that uses the servers of a data folder. */
export function commandOf(dataDir: string): string {
  return `npx crawlchain${dataDir === resolve('.data') ? '' : ` --data-dir ${quoteWord(dataDir)}`}`;
}
