import type { CrawlDispensaryResult } from './crawl-run.ts';

/** Why a menu is not believed and what becomes of it, in an operator's words. */
export function tellUnconfirmed({
  message,
  lookAgainAt,
}: Pick<NonNullable<CrawlDispensaryResult['unconfirmed']>, 'message' | 'lookAgainAt'>): string {
  const next =
    lookAgainAt === null
      ? 'no look of its own waits, its next crawls show more; a person may decide at any time'
      : `looked at again at ${lookAgainAt.slice(0, 16).replace('T', ' ')} UTC`;
  return `${message} Nothing went in; ${next}.`;
}
