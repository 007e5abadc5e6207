import { z } from 'zod';
import type { DiscoveredStore } from '../../domain/dispensary.ts';
import { toStateCode } from '../../domain/state-code.ts';
import { toTimeZone } from '../../domain/time-zone.ts';
import { storable } from '../../domain/storable-text.ts';
import { readData } from './envelope.ts';
import { menuUrlOf } from './menu-url.ts';

const text = z.string().transform((value) => storable(value).trim());
const neededText = text.refine((value) => value !== '');
const optionalText = text
  .nullish()
  .catch(null)
  .transform((value) => value || null);

const store = z.object({
  id: neededText,
  name: neededText,
  // A slug of one or two dots would change the path of the menu's URL.
  cName: neededText.refine((slug) => !/^\.{1,2}$/.test(slug)),
  status: optionalText,
  address: optionalText,
  phone: optionalText,
  timezone: optionalText,
  location: z
    .object({
      ln1: optionalText,
      city: optionalText,
      state: optionalText,
      zipcode: optionalText,
      country: optionalText,
      geometry: z
        .object({ coordinates: z.tuple([z.number(), z.number()]) })
        .nullish()
        .catch(null),
    })
    .nullish()
    .catch(null),
});

const envelope = z.object({ filteredDispensaries: z.array(z.unknown()) });

/**
 * Parses the answer of ConsumerDispensaries: always a list, which is empty for an unknown slug. Skips stores without id, name or slug,
 * because they cannot be crawled.
 * @throws UnexpectedAnswer
 */
export function parseStores(answer: unknown, menuOrigin: string): DiscoveredStore[] {
  const data = readData(answer, envelope, 'ConsumerDispensaries');
  return data.filteredDispensaries.flatMap((item) => {
    const parsed = store.safeParse(item);
    return parsed.success ? [toDiscoveredStore(parsed.data, menuOrigin)] : [];
  });
}

function toDiscoveredStore(raw: z.output<typeof store>, menuOrigin: string): DiscoveredStore {
  const place = raw.location;
  const coordinates = place?.geometry?.coordinates;
  return {
    platformDispensaryId: raw.id,
    name: raw.name,
    slug: raw.cName,
    menuUrl: menuUrlOf(menuOrigin, raw.cName),
    address: raw.address ?? place?.ln1 ?? null,
    city: place?.city ?? null,
    stateCode: toStateCode(place?.state ?? null),
    postalCode: place?.zipcode ?? null,
    country: place?.country ?? null,
    // GeoJSON order: longitude first.
    longitude: coordinates?.[0] ?? null,
    latitude: coordinates?.[1] ?? null,
    timeZone: toTimeZone(raw.timezone),
    phone: raw.phone,
    status: raw.status?.toLowerCase() ?? null,
  };
}
