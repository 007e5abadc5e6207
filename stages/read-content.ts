import type { IngestInput } from '../db/queries/ingest.ts';
import { structureOf } from '../domain/structure.ts';
import { normalizeMenu, type NormalizedMenu } from '../platforms/normalize-menu.ts';
import type { Platform } from '../platforms/platform.ts';

/** Normalizes the products of a payload and finds their structure. @param known the result of an earlier normalization, if any */
export function readContent(
  platform: Platform,
  rawProducts: unknown[],
  known?: NormalizedMenu,
): Pick<IngestInput, 'products' | 'skipped' | 'flaws' | 'fields'> {
  const { operation, documented, maps } = platform.fields;
  const structure = structureOf(rawProducts, { maps });
  return { ...(known ?? normalizeMenu(platform, rawProducts)), fields: { operation, documented, structure } };
}
