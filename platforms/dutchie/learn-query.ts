import { z } from 'zod';

const request = z.object({
  operationName: z.string().regex(/^\w{1,100}$/),
  extensions: z.object({ persistedQuery: z.object({ sha256Hash: z.string().regex(/^[0-9a-f]{64}$/) }) }),
});

/**
 * Extracts the operation and the hash of its persisted query from a GET or POST request of the site's own page; null for other requests.
 */
export function learnQuery(seen: { url: string; body?: string | undefined }): {
  operation: string;
  hash: string;
} | null {
  if (!URL.canParse(seen.url)) return null;
  const { pathname, searchParams } = new URL(seen.url);
  if (!pathname.endsWith('/graphql')) return null;
  const parsed = request.safeParse(
    seen.body === undefined
      ? {
          operationName: searchParams.get('operationName'),
          extensions: parse(searchParams.get('extensions')),
        }
      : parse(seen.body),
  );
  if (!parsed.success) return null;
  const { operationName, extensions } = parsed.data;
  return { operation: operationName, hash: extensions.persistedQuery.sha256Hash };
}

function parse(text: string | null): unknown {
  try {
    return JSON.parse(text ?? '');
  } catch {
    // The body is not JSON, so it is no persisted query: the schema rejects null.
    return null;
  }
}
