import { CrawlError } from '../domain/errors.ts';
import type { StoredPayload } from '../db/queries/payloads.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';

/** Whether a payload's file is on another worker's own disk, where these files are not. */
export function isElsewhere({ held }: PayloadFiles, { heldBy }: StoredPayload): boolean {
  return heldBy !== null && heldBy !== held?.holder;
}

/**
 * The products of a payload, just as the platform sent them; its file is read strictly.
 * @throws CrawlError CorruptPayload; InvalidInput when another worker's own disk has it
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
