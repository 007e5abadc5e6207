import type { CrawlDispensaryResult } from './crawl-run.ts';

/** Why a menu is not believed and what becomes of it, in an operator's words. */
export function tellUnconfirmed({
  message,
  lookAgainAt,
}: Pick<NonNullable<CrawlDispensaryResult['unconfirmed']>, 'message' | 'lookAgainAt'>): string {
  const next =
    lookAgainAt === null
      ? 'the next regular crawl looks again, or a person decides'
      : `looked at again at ${lookAgainAt.slice(0, 16).replace('T', ' ')} UTC`;
  return `${message} Nothing went in; ${next}.`;
}
