import { inDigits } from '../parts/locale.ts';
import type { Tone } from '../parts/tone.ts';
import type { Dispensary } from '../server/dispensaries-api.ts';

/** Returns the id in an address; null if it cannot be one. */
export function dispensaryIdIn(text: string): number | null {
  return /^[1-9]\d{0,14}$/.test(text) ? Number(text) : null;
}

/** Returns the word for whether a dispensary is crawled, and its tone. */
export function crawlStateOf({
  crawl_enabled: isEnabled,
  closed_at: closedAt,
}: Pick<Dispensary, 'crawl_enabled' | 'closed_at'>): { tone: Tone; word: string } {
  if (!isEnabled) return { tone: 'degraded', word: 'not crawled' };
  if (closedAt !== null) return { tone: 'degraded', word: 'closed' };
  return { tone: 'good', word: 'crawled' };
}

/** Says why schedules skip a dispensary; null: they do not. */
export function whyNotCrawled({
  crawl_enabled: isEnabled,
  closed_at: closedAt,
}: Pick<Dispensary, 'crawl_enabled' | 'closed_at'>): string | null {
  const closed =
    closedAt === null
      ? ''
      : 'Discovery found it closed; schedules skip it until discovery finds it open again.';
  if (isEnabled) return closed === '' ? null : closed;
  const off = 'Its crawls are switched off: schedules skip it, and no crawl of it can be started.';
  return closed === '' ? off : `${off} ${closed}`;
}

/** Says how often a dispensary is crawled. */
export function describeInterval({
  crawl_interval_hours: set,
  adapted_interval_hours: adapted,
}: Pick<Dispensary, 'crawl_interval_hours' | 'adapted_interval_hours'>): string {
  if (set !== null) return `every ${hours(set)}, set by an operator`;
  return adapted === null ? 'as its schedule says' : `every ${hours(adapted)}, adapted to its changes`;
}

function hours(count: number): string {
  return `${inDigits(Math.round(count * 10) / 10)} h`;
}

const BROWSER: Record<Dispensary['fetch_mode'], string | null> = {
  http: null,
  auto: 'when plain requests are refused',
  browser: 'always',
};

/** Says when a dispensary is fetched in a browser; null: never. */
export function describeBrowser({ fetch_mode: mode }: Pick<Dispensary, 'fetch_mode'>): string | null {
  return BROWSER[mode];
}

/** Returns the address of a menu page to link to; null if it is no web address. */
export function menuLinkOf({ menu_url: url }: Pick<Dispensary, 'menu_url'>): string | null {
  return /^https?:\/\//i.test(url) ? url : null;
}
