import type { Schemas } from '../../../api-client/create-api-client.ts';
import { formatFacts } from '../../format-facts.ts';
import { formatTable } from '../../format-table.ts';
import { momentOf, timeOf } from '../../tell-time.ts';
import { withoutControls } from '../../../domain/without-controls.ts';

type Dispensary = Schemas['Dispensary'];

/** One row for each dispensary; times are UTC. */
export function formatDispensaries(dispensaries: readonly Dispensary[]): string {
  if (dispensaries.length === 0) return 'There are none. `crawlchain discover` finds some.\n';
  return formatTable(
    ['id', 'slug', 'name', 'platform', 'place', 'products', 'last crawl', 'crawled'],
    dispensaries.map((dispensary) => [
      dispensary.id,
      withoutControls(dispensary.slug),
      withoutControls(dispensary.name),
      dispensary.platform,
      withoutControls(placeOf(dispensary) ?? '-'),
      dispensary.product_count,
      timeOf(dispensary.last_crawl_at),
      intervalOf(dispensary),
    ]),
  );
}

/** All that is known of a dispensary, a line for each fact. */
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
    ['closed', momentOf(dispensary.closed_at)],
    ['added', momentOf(dispensary.created_at)],
  ]);
  return `${facts}\nIts products: crawlchain products list --dispensary ${id}\n`;
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

function placeOf({ city, state }: Dispensary): string | null {
  return joinKnown([city, state]);
}

/** Some platforms put all of it into the address. */
function addressOf({ address, city, state, postal_code: postalCode, country }: Dispensary): string | null {
  const area = [state, postalCode].filter((part) => part !== null).join(' ') || null;
  const isWhole = address !== null && city !== null && address.includes(city);
  return isWhole ? address : joinKnown([address, city, area, country]);
}

function joinKnown(parts: (string | null)[]): string | null {
  return parts.filter((part) => part !== null).join(', ') || null;
}
