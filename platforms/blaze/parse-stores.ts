import { z } from 'zod';
import type { DiscoveredStore } from '../../domain/dispensary.ts';
import { toStateCode } from '../../domain/state-code.ts';
import { toTimeZone } from '../../domain/time-zone.ts';
import { storable } from '../../domain/storable-text.ts';
import { UnexpectedAnswer } from '../platform.ts';
import { isStoreId } from './build-requests.ts';
import { menuUrlOf } from './menu-url.ts';
import { readList } from './read-list.ts';

const text = z.string().transform((value) => storable(value).trim());
const neededText = text.refine((value) => value !== '');
const optionalText = text
  .nullish()
  .catch(null)
  .transform((value) => value || null);
const optionalDegrees = z.number().nullish().catch(null);

const store = z.object({
  id: z
    .string()
    .refine(isStoreId)
    .transform((id) => id.toLowerCase()),
  attributes: z.object({
    name: neededText,
    // A slug of one or two dots would change the path of the menu's URL.
    slug: neededText.refine((slug) => !/^\.{1,2}$/.test(slug)),
    status: optionalText,
    phone_number: optionalText,
    time_zone: optionalText,
    address: z
      .object({
        street: optionalText,
        city: optionalText,
        state: optionalText,
        postal_code: optionalText,
        country: optionalText,
        latitude: optionalDegrees,
        longitude: optionalDegrees,
      })
      .nullish()
      .catch(null),
  }),
});

/**
 * Parses a list of stores; the list is empty if the requested store is unknown. Skips stores without id, name or slug, because they
 * cannot be crawled.
 * @throws UnexpectedAnswer also when the answer has fewer stores than its `total_count`
 */
export function parseStores(answer: unknown, menuOrigin: string): DiscoveredStore[] {
  const { items, totalCount } = readList(answer, 'stores');
  if (totalCount !== null && totalCount > items.length) {
    throw new UnexpectedAnswer(
      `stores: the answer has only ${items.length} of ${totalCount} stores; search a smaller area`,
      'form',
    );
  }
  return items.flatMap((item) => {
    const parsed = store.safeParse(item);
    return parsed.success ? [toDiscoveredStore(parsed.data, menuOrigin)] : [];
  });
}

function toDiscoveredStore({ id, attributes }: z.output<typeof store>, menuOrigin: string): DiscoveredStore {
  const { address } = attributes;
  return {
    platformDispensaryId: id,
    name: attributes.name,
    slug: attributes.slug,
    menuUrl: menuUrlOf(menuOrigin, attributes.slug),
    address: address?.street ?? null,
    city: address?.city ?? null,
    stateCode: toStateCode(address?.state ?? null),
    postalCode: address?.postal_code ?? null,
    country: address?.country ?? null,
    latitude: address?.latitude ?? null,
    longitude: address?.longitude ?? null,
    timeZone: toTimeZone(attributes.time_zone),
    phone: attributes.phone_number,
    status: attributes.status?.toLowerCase() ?? null,
  };
}
