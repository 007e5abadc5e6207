import { createRoute, z } from '@hono/zod-openapi';
import { makeKey } from '../../db/api-key-text.ts';
import type { Db } from '../../db/connect.ts';
import { createApiKey } from '../../db/create-api-key.ts';
import { listApiKeys, replaceApiKey, revokeApiKey } from '../../db/queries/api-keys.ts';
import { LOCAL_ACTOR_ID } from '../actor.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { Problem } from '../problem.ts';
import { guarded, json, jsonBody, list, operation, optionalBody, problems } from '../route-parts.ts';
import {
  apiKeySchema,
  keyId,
  madeKeySchema,
  newKeySchema,
  rotationSchema,
  toApiKey,
} from '../schemas/keys.ts';
import { sendList } from '../send-list.ts';

const tag = 'Keys';
const BY_KEY_ID = { params: z.strictObject({ id: keyId }) };

const listRoute = createRoute({
  ...guarded('admin'),
  ...operation('get /api/keys', 'listKeys', tag),
  summary: 'All API keys, including revoked ones, without their secrets',
  responses: { 200: list(apiKeySchema, 'The keys, the oldest first.'), ...problems() },
});

const createKeyRoute = createRoute({
  ...guarded('admin'),
  ...operation('post /api/keys', 'createKey', tag),
  summary: 'Make a key; the first one is made by the command, which needs access to the database',
  request: { body: jsonBody(newKeySchema) },
  responses: {
    201: json(madeKeySchema, 'The new key, with its secret.'),
    ...problems('conflict', 'not-json'),
  },
});

const rotateRoute = createRoute({
  ...guarded('admin'),
  ...operation('post /api/keys/{id}/rotate', 'rotateKey', tag),
  summary: 'Make a key with the name and the scope of another one, which stays valid for a while',
  request: { ...BY_KEY_ID, body: optionalBody(rotationSchema) },
  responses: {
    201: json(madeKeySchema, 'The new key, with its secret.'),
    ...problems('not-found', 'conflict', 'not-json'),
  },
});

const revokeRoute = createRoute({
  ...guarded('admin'),
  ...operation('post /api/keys/{id}/revoke', 'revokeKey', tag),
  summary: 'Revoke a key; it is refused within two seconds',
  request: BY_KEY_ID,
  responses: { 200: json(apiKeySchema, 'The key was revoked.'), ...problems('not-found', 'conflict') },
});

/** Adds the routes of API keys. */
export function addKeyRoutes(api: Api, { db }: ApiTools): void {
  api.openapi(listRoute, async (c) =>
    sendList(c, apiKeySchema, { items: (await listApiKeys(db)).map(toApiKey), next_cursor: null }),
  );
  api.openapi(createKeyRoute, async (c) => {
    // A first key made without a key would lock out the command and the dashboards of this machine.
    if (c.get('actor')?.id === LOCAL_ACTOR_ID) throw new Problem('conflict', FIRST_KEY);
    return c.json(await createApiKey(db, c.req.valid('json')), 201);
  });
  api.openapi(rotateRoute, async (c) => {
    const { id: formerId } = c.req.valid('param');
    const given = rotationSchema.parse(c.req.valid('json') ?? {});
    const { id, text, secretSha256 } = makeKey();
    const key = { id, secretSha256, lifetimeSeconds: given.expires_in_seconds ?? null };
    const made = await replaceApiKey(db, { formerId, key, overlapSeconds: given.overlap_seconds });
    if (made === null) throw await whyNotRotated(db, formerId);
    return c.json({ id, key: text, expires_at: made.expiresAt?.toISOString() ?? null }, 201);
  });
  api.openapi(revokeRoute, async (c) => {
    const { id } = c.req.valid('param');
    const isDone = await revokeApiKey(db, id);
    const revoked = (await listApiKeys(db)).find((key) => key.id === id);
    if (revoked === undefined) throw new Problem('not-found', `There is no key ${id}.`);
    if (!isDone) throw new Problem('conflict', `The key ${id} was revoked already.`);
    return c.json(toApiKey(revoked), 200);
  });
}

const FIRST_KEY =
  'No key was ever made, so this API accepts every request from its machine. Make the first key where its database can be reached: `crawlchain keys create NAME --scope admin --direct`.';

async function whyNotRotated(db: Db, id: string): Promise<Problem> {
  const key = (await listApiKeys(db)).find((one) => one.id === id);
  if (key === undefined) return new Problem('not-found', `There is no key ${id}.`);
  // A rotated key may still be valid for a while, so it gets a message of its own.
  if (key.replaced_by !== null)
    return new Problem('conflict', `The key ${id} was rotated already; ${key.replaced_by} takes its place.`);
  return new Problem('conflict', `The key ${id} is not valid any more.`);
}
