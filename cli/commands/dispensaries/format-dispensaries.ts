import type { Schemas } from '../../../api-client/create-api-client.ts';
import { formatFacts } from '../../output/format-facts.ts';
import type { Column } from '../../output/column.ts';
import { momentOf, timeOf } from '../../output/format-time.ts';

type Dispensary = Schemas['Dispensary'];

/** The columns of a list of dispensaries. */
export const DISPENSARY_COLUMNS: readonly Column<Dispensary>[] = [
  { header: 'id', value: 'id', kind: 'number' },
  { header: 'slug', value: 'slug' },
  { header: 'name', value: 'name' },
  { header: 'platform', value: 'platform', isMinor: true },
  { header: 'place', value: ({ city, state }) => joinKnown([city, state]) },
  { header: 'products', value: 'product_count', kind: 'number' },
  { header: 'last crawl', value: 'last_crawl_at', kind: 'time' },
  { header: 'crawled', value: intervalOf, isMinor: true },
];

/** Formats everything known about a dispensary, a line for each fact. */
export function formatDispensary(dispensary: Dispensary): string {
  const { id, latitude, longitude } = dispensary;
  const facts = formatFacts([
    ['dispensary', String(id)],
    ['name', dispensary.name],
    ['slug', dispensary.slug],
    ['platform', dispensary.platform],
    ['platform id', dispensary.platform_dispensary_id ?? 'not resolved yet'],
    ['menu', dispensary.menu_url],
    ['address', addressOf(dispensary)],
    ['position', latitude === null || longitude === null ? null : `${latitude}, ${longitude}`],
    ['time zone', dispensary.time_zone],
    ['phone', dispensary.phone],
    ['crawled', intervalOf(dispensary)],
    ['fetched by', dispensary.fetch_mode],
    ['browser until', momentOf(dispensary.browser_until)],
    ['products', String(dispensary.product_count)],
    ['first crawl', momentOf(dispensary.first_crawl_at)],
    ['last crawl', timeOf(dispensary.last_crawl_at)],
    ['last payload', momentOf(dispensary.last_fetch_at)],
    ['switched off', stopperOf(dispensary)],
    ['closed', momentOf(dispensary.closed_at)],
    ['added', momentOf(dispensary.created_at)],
  ]);
  return `${facts}\nIts products: \`crawlchain products list --dispensary ${id}\`\n`;
}

/** Says when and by whom the crawls were switched off, and why; null: they are not, or it is not known. */
function stopperOf(dispensary: Dispensary): string | null {
  const { crawl_stopped_at: at, crawl_stopped_by: by, crawl_stopped_because: because } = dispensary;
  if (dispensary.crawl_enabled || (at ?? null) === null) return null;
  return `${momentOf(at)} by ${by}${(because ?? null) === null ? '' : `: ${because}`}`;
}

function intervalOf(dispensary: Dispensary): string {
  const { crawl_enabled: isEnabled, crawl_interval_hours: set, adapted_interval_hours: adapted } = dispensary;
  if (!isEnabled) return 'never: crawl_enabled is off';
  if (set !== null) return `every ${hours(set)}, set by an operator`;
  return adapted === null ? 'by its schedule' : `every ${hours(adapted)}, adapted`;
}

function hours(count: number): string {
  return `${Number(count.toFixed(1))} h`;
}

/** Formats the postal address; null if no part is known. Some platforms put city and state into the street field. */
function addressOf({ address, city, state, postal_code: postalCode, country }: Dispensary): string | null {
  const area = [state, postalCode].filter((part) => part !== null).join(' ') || null;
  const isWhole = address !== null && city !== null && address.includes(city);
  return isWhole ? address : joinKnown([address, city, area, country]);
}

function joinKnown(parts: (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(', ') || null;
}
