import type { StoredPayload } from '../db/queries/payloads.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';
import type { PayloadDocument } from './payload-document.ts';

/** The products of a payload, just as the platform sent them; its file is read strictly. @throws CrawlError CorruptPayload */
export async function readStoredProducts(
  payloadFiles: PayloadFiles,
  { storagePath, sha256, bytes }: StoredPayload,
): Promise<unknown[]> {
  const document = (await payloadFiles.read(storagePath, { sha256, bytes })) as PayloadDocument;
  return document.products;
}
