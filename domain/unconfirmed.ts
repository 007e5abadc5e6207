import type { CrawlDispensaryResult } from './crawl-run.ts';

type Unconfirmed = NonNullable<CrawlDispensaryResult['unconfirmed']>;

/** Describes why a menu is doubted and what happens next, for operators. */
export function describeUnconfirmed({
  message,
  lookAgainAt,
}: Pick<Unconfirmed, 'message' | 'lookAgainAt'>): string {
  const next =
    lookAgainAt === null
      ? 'the next regular crawl may confirm it, or a person decides'
      : `the store is crawled again at ${minuteOf(lookAgainAt)}`;
  return `${message} Nothing was ingested; ${next}.`;
}

/** Describes a doubt briefly, for readers who already know the reason or can find it in the quarantine. */
export function describeDoubt({ faults, lookAgainAt }: Pick<Unconfirmed, 'faults' | 'lookAgainAt'>): string {
  const wait =
    lookAgainAt === null ? 'the next regular crawl, or a person' : `the look at ${minuteOf(lookAgainAt)}`;
  return `doubted: ${faults.join(', ')}; waits for ${wait}`;
}

function minuteOf(time: string): string {
  return `${time.slice(0, 16).replace('T', ' ')} UTC`;
}
