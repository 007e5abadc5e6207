import type { Db } from '../db/connect.ts';
import { findPayloadBefore, loadPayload, requireStored } from '../db/queries/payloads.ts';
import { CrawlError } from '../domain/errors.ts';
import { compareFields, type FieldComparison } from '../domain/fields/compare-fields.ts';
import type { PlatformRegistry } from '../platforms/registry.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';
import { readStoredProducts } from './read-stored-products.ts';

interface Tools {
  db: Db;
  platforms: PlatformRegistry;
  payloadFiles: PayloadFiles;
}

/** The comparison of a payload's fields with those of the previous payload. */
export interface ComparedFields extends FieldComparison {
  from: number;
  to: number;
}

/**
 * Compares the fields of a payload with those of the store's previous payload that is believed and on disk.
 * @throws CrawlError NotFound, also when there is no previous payload; CorruptPayload when a file is missing or damaged;
 * InvalidInput when one of the payloads has no products, or when its file is on another worker's own disk
 */
export async function compareStoredFields(
  { db, platforms, payloadFiles }: Tools,
  payloadId: number,
): Promise<ComparedFields> {
  const to = await loadPayload(db, payloadId);
  const beforeId = await findPayloadBefore(db, payloadId);
  if (beforeId === null)
    throw new CrawlError(
      'NotFound',
      `No payload of dispensary ${to.dispensaryId} before ${payloadId} is believed and on disk: there is nothing to compare its fields with.`,
    );
  const from = await loadPayload(db, beforeId);
  const [before, after] = [await read(from), await read(to)];
  const { maps } = platforms[to.platform].fields;
  return { from: from.id, to: to.id, ...compareFields({ before, after }, { maps }) };

  async function read(payload: typeof to): Promise<unknown[]> {
    requireStored(payload);
    const products = await readStoredProducts(payloadFiles, payload);
    if (products.length > 0) return products;
    throw new CrawlError(
      'InvalidInput',
      `Payload ${payload.id} has no products, so it has no fields to compare.`,
    );
  }
}
