import { CrawlError } from '../domain/errors.ts';
import type { StoredPayload } from '../db/queries/payloads.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';

/** Whether a payload's file is on another worker's own disk, so that it cannot be read through these `PayloadFiles`. */
export function isElsewhere({ held }: PayloadFiles, { heldBy }: StoredPayload): boolean {
  return heldBy !== null && heldBy !== held?.holder;
}

/**
 * Reads a payload's products exactly as the platform sent them, and verifies the payload's file.
 * @throws CrawlError CorruptPayload; InvalidInput when the file is on another worker's own disk
 */
export async function readStoredProducts(
  payloadFiles: PayloadFiles,
  payload: StoredPayload,
): Promise<unknown[]> {
  const { id, heldBy, storagePath, sha256, bytes } = payload;
  if (isElsewhere(payloadFiles, payload)) {
    throw new CrawlError(
      'InvalidInput',
      `Expected a payload whose file can be read here, got ${id}: ${heldBy} alone has its file, as it ran with STORAGE_SHARED=false.`,
    );
  }
  const document = (await payloadFiles.read(storagePath, { sha256, bytes })) as { products: unknown[] };
  return document.products;
}
