import { createHash } from 'node:crypto';
import type { HttpBindings } from '@hono/node-server';
import { z } from '@hono/zod-openapi';
import { createImageResizer } from '../../storage/resize-image.ts';
import {
  FITS,
  FORMATS,
  parseResizeParameters,
  type ResizeParameters,
} from '../../storage/resize-parameters.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { clientOf } from '../client-address.ts';
import { createHeldBytes } from '../held-bytes.ts';
import { orProblem } from '../or-problem.ts';
import { isSigned } from '../picture-address.ts';
import { Problem } from '../problem.ts';
import { operation, problems, PUBLIC } from '../route-parts.ts';

const PREFIX = '/img/';

/** An invalid path is not found, and neither is a file that is not a valid picture. */
const REFUSALS = {
  InvalidInput: 'not-found',
  NotFound: 'not-found',
  ContractBroken: 'not-found',
  RateLimited: 'rate-limited',
} as const;

/** Stored pictures never change: their names are hashes of their content. */
const KEPT = 'public, max-age=31536000, immutable';

/**
 * Limit of unread bytes: for one client, some hundred usual pictures or the two largest possible; for all, four such clients, which keep
 * the API within its memory.
 */
const HELD_BYTES_PER_CLIENT_MAX = 64_000_000;
const HELD_BYTES_MAX = 256_000_000;

// What `parseResizeParameters` accepts, for readers of the document.
const SIDE = '^([1-9][0-9]{0,2}|[1-3][0-9]{3}|4000)$';
const QUALITY = '^([1-9][0-9]?|100)$';
const SIGMA = String.raw`^(0\.[3-9][0-9]{0,5}|[1-9][0-9]{0,2}(\.[0-9]{1,6})?|1000)$`;

const imageRoute = {
  ...PUBLIC,
  ...operation('get /img/{path}', 'getImage', 'Images'),
  summary: 'A stored picture, in the requested size and format',
  request: {
    params: z.object({
      path: z.string().openapi({
        description: 'The path of a picture below `images/` of the storage; its slashes need not be encoded.',
        example: 'products/az/az-deeply-rooted/bud-bros/6913e3cd444eac3935e928b9/image-ae38b1f9.webp',
      }),
    }),
    query: z.object({
      w: z.string().optional().openapi({ description: 'Width in pixels, 1 to 4000.', pattern: SIDE }),
      h: z.string().optional().openapi({ description: 'Height in pixels, 1 to 4000.', pattern: SIDE }),
      q: z.string().optional().openapi({ description: 'Quality, 1 to 100; default 80.', pattern: QUALITY }),
      fit: z.enum(FITS).optional().openapi({
        description: 'How the picture is fitted if both width and height are given; default `cover`.',
      }),
      blur: z.string().optional().openapi({ description: 'Sigma of a blur, 0.3 to 1000.', pattern: SIGMA }),
      gray: z.enum(['0', '1']).optional().openapi({ description: '1 makes the picture gray.' }),
      format: z.enum(FORMATS).optional().openapi({ description: 'Default `webp`.' }),
      sig: z
        .string()
        .optional()
        .openapi({ description: 'The signature; required if IMAGE_SIGNING_KEY is set.' }),
    }),
  },
  responses: {
    200: {
      description: 'The picture.',
      content: Object.fromEntries(
        FORMATS.map((format) => [`image/${format}`, { schema: z.string().openapi({ format: 'binary' }) }]),
      ),
    },
    304: { description: 'The client has this picture already, by its `If-None-Match`.' },
    ...problems('bad-signature', 'not-found'),
  },
};

/** Adds the public pictures: no API key, but a signature where a signing key is set. */
export function addImageRoutes(api: Api, { environment }: ApiTools): void {
  const resizer = createImageResizer({ root: environment.STORAGE_ROOT });
  const held = createHeldBytes({ perClient: HELD_BYTES_PER_CLIENT_MAX, total: HELD_BYTES_MAX });
  const signingKey = environment.IMAGE_SIGNING_KEY;
  api.openAPIRegistry.registerPath(imageRoute);
  api.get(`${PREFIX}*`, async (c) => {
    const { pathname, searchParams } = new URL(c.req.url);
    if (signingKey !== undefined && !isSigned(pathname, searchParams, signingKey))
      throw new Problem(
        'bad-signature',
        'The parameter sig is no valid signature of this path and these parameters.',
      );
    const parameters = await orProblem({ InvalidInput: 'bad-input' }, async () => parametersOf(searchParams));
    const { signal } = c.req.raw;
    const picture = await orProblem(REFUSALS, async () =>
      resizer.resize(pathOf(pathname), parameters, { client: clientOf(c), signal }),
    ).catch((error: unknown) => {
      if (signal.aborted) return null;
      throw error;
    });
    // The client has disconnected.
    if (picture === null) return c.body(null, 408);
    const { bytes, contentType } = picture;
    const tag = `"${createHash('sha256').update(bytes).digest('base64url').slice(0, 22)}"`;
    const headers = { ETag: tag, 'Cache-Control': KEPT };
    if (c.req.header('If-None-Match')?.includes(tag)) return c.body(null, 304, headers);
    held.hold((c.env as HttpBindings).outgoing, clientOf(c), bytes.length);
    // Not copied: many responses may be open at once.
    const body = new Uint8Array(bytes.buffer as ArrayBuffer, bytes.byteOffset, bytes.length);
    return c.body(body, 200, { ...headers, 'Content-Type': contentType });
  });
}

function pathOf(pathname: string): string {
  try {
    return decodeURIComponent(pathname.slice(PREFIX.length));
  } catch {
    throw new Problem('bad-input', 'The path is not encoded as a URL.');
  }
}

function parametersOf(query: URLSearchParams): ResizeParameters {
  const names = [...new Set(query.keys())];
  return parseResizeParameters(
    Object.fromEntries(
      names.map((name) => {
        const [value, ...others] = query.getAll(name);
        return [name, others.length === 0 ? value : [value ?? '', ...others]];
      }),
    ),
  );
}
