import { Readable } from 'node:stream';
import { createRoute, z } from '@hono/zod-openapi';
import { isElsewhere } from '../../payloads/read-stored-products.ts';
import { loadPayload, requireStored } from '../../db/queries/payloads.ts';
import { CrawlError } from '../../domain/errors.ts';
import { createPayloadFiles } from '../../storage/payload-files.ts';
import { openPayloadJson } from '../../storage/payload-json.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { orProblem } from '../or-problem.ts';
import { BY_ID, guarded, json, operation, problems } from '../route-parts.ts';

const dataRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/payloads/{id}/data', 'getPayloadData', 'Payloads'),
  summary: 'The content of a payload file; each product is exactly as the platform sent it',
  request: BY_ID,
  responses: {
    200: json(
      z
        .object({
          platform: z.string(),
          platformDispensaryId: z.string(),
          dispensaryId: z.number().int(),
          fetchedAt: z.string(),
          pages: z.number().int(),
          totalCount: z.number().int().nullable(),
          products: z.array(z.unknown()),
        })
        .openapi('PayloadDocument'),
      'The whole payload.',
    ),
    304: { description: 'The client has this payload already, by its `If-None-Match`.' },
    ...problems('not-found', 'conflict'),
  },
});

/** Adds the files of payloads. */
export function addPayloadDataRoutes(api: Api, { db, environment }: ApiTools): void {
  const files = createPayloadFiles({ root: environment.STORAGE_ROOT });

  async function readFile(id: number): Promise<{ sha256: string; file: Buffer }> {
    const payload = await loadPayload(db, id);
    requireStored(payload);
    if (isElsewhere(files, payload))
      throw new CrawlError(
        'InvalidInput',
        `Only ${payload.heldBy} has the file of payload ${id}, on its own disk.`,
      );
    return { sha256: payload.sha256, file: await files.readCompressed(payload.storagePath, payload) };
  }

  api.openapi(dataRoute, async (c) => {
    const { id } = c.req.valid('param');
    const { sha256, file } = await orProblem(
      { NotFound: 'not-found', CorruptPayload: 'conflict', InvalidInput: 'conflict' },
      () => readFile(id),
    );
    // The file is already gzip, so a client that accepts gzip gets its bytes unchanged.
    const takesGzip = /\bgzip\b(?!\s*;\s*q=0(\.0*)?\s*(,|$))/i.test(c.req.header('Accept-Encoding') ?? '');
    const tag = takesGzip ? `"${sha256}-gzip"` : `"${sha256}"`;
    const headers = { ETag: tag, Vary: 'Accept-Encoding', 'Cache-Control': 'private, no-cache' };
    if (c.req.header('If-None-Match')?.includes(tag)) return c.body(null, 304, headers);
    const body = takesGzip ? new Uint8Array(file) : (Readable.toWeb(openPayloadJson(file)) as ReadableStream);
    const type = { 'Content-Type': 'application/json', ...(takesGzip ? { 'Content-Encoding': 'gzip' } : {}) };
    // The route is defined with a JSON response, and its handler's type allows no other.
    return c.body(body, 200, { ...headers, ...type }) as never;
  });
}
