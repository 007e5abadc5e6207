import type { NormalizedMenu } from '../../../platforms/normalize-menu.ts';
import type { Platform } from '../../../platforms/platform.ts';
import { CommandRefused } from '../../command-refused.ts';
import { ACCEPTED, describe } from './read-capture.ts';

/**
 * Refuses a list in which no item can be read as a product, or at least has the fields of a product. Products that cannot be read
 * because the platform changed them are accepted, since the user wants to see the reasons and the drift.
 * @throws CommandRefused
 */
export function refuseOthers(
  { file, platform, items }: { file: string; platform: Platform; items: readonly unknown[] },
  { products, skipped }: NormalizedMenu,
): void {
  if (products.length > 0 || items.length === 0) return;
  const onRecord = new Set(platform.fields.documented.map(({ path }) => path));
  if (items.some((item) => isMostly(onRecord, item))) return;
  const reason = skipped[0]?.reason ?? 'nothing can be read';
  throw new CommandRefused(
    `Expected products of ${platform.name} in ${file}, got ${items.length} items of which none is one. The first, ` +
      `${describe(items[0])}, is none because ${reason}. ${ACCEPTED}`,
  );
}

/** Whether at least half of an object's fields are fields of a product. */
function isMostly(onRecord: ReadonlySet<string>, item: unknown): boolean {
  if (typeof item !== 'object' || item === null) return false;
  const keys = Object.keys(item);
  const known = keys.filter((key) => onRecord.has(key));
  return known.length > 0 && known.length * 2 >= keys.length;
}
