import { z } from '@hono/zod-openapi';
import { KEY_NAME_LENGTH_MAX, KEY_SECONDS_MAX, SCOPES } from '../../domain/api-scope.ts';
import type { ApiKeyRecord } from '../../db/queries/api-keys.ts';
import { time } from '../route-parts.ts';
import { plainText } from './plain-text.ts';
import { wordedText } from './worded-text.ts';

const scope = z
  .enum(SCOPES)
  .openapi({ description: 'What the key allows; each scope also allows what the scopes before it allow.' });

export const apiKeySchema = z
  .object({
    id: z.string(),
    name: z.string(),
    scope,
    created_at: time,
    expires_at: time.nullable().openapi({ description: 'When the key expires; null: never.' }),
    revoked_at: time.nullable(),
    last_used_at: time.nullable(),
    replaced_by: z
      .string()
      .nullable()
      .openapi({ description: 'The id of the key that replaced it in a rotation.' }),
  })
  .openapi('ApiKey', { description: 'A key without its secret, which only its holder has.' });

export const madeKeySchema = z
  .object({
    id: z.string(),
    key: z.string().openapi({ description: 'The secret key; it is shown only in this response.' }),
    expires_at: time.nullable(),
  })
  .openapi('MadeApiKey');

export const keyId = wordedText(/^[0-9a-f]{1,12}$/, 'the id of a key: up to 12 hexadecimal digits').openapi({
  examples: ['5f0c1d9a7e42'],
});

const seconds = z.int().min(0).max(KEY_SECONDS_MAX);

export const newKeySchema = z
  .strictObject({
    name: plainText({ least: 1, most: KEY_NAME_LENGTH_MAX }).openapi({
      description: 'Who the key is for; shown in lists and in the audit.',
    }),
    scope: scope.default('read'),
    expires_in_seconds: seconds
      .min(1)
      .optional()
      .openapi({ description: 'How long the key is valid; default: forever.' }),
  })
  .openapi('NewApiKey');

export const rotationSchema = z
  .strictObject({
    overlap_seconds: seconds.default(86_400).openapi({ description: 'How long the former key stays valid.' }),
    expires_in_seconds: seconds.min(1).optional().openapi({
      description: 'How long the new key is valid; default: the lifetime that the former one was made with.',
    }),
  })
  .openapi('KeyRotation');

/** Converts a key for responses. */
export function toApiKey(key: ApiKeyRecord): z.input<typeof apiKeySchema> {
  const { id, name, scope: allowed, replaced_by } = key;
  return {
    id,
    name,
    scope: allowed,
    created_at: key.created_at.toISOString(),
    expires_at: key.expires_at?.toISOString() ?? null,
    revoked_at: key.revoked_at?.toISOString() ?? null,
    last_used_at: key.last_used_at?.toISOString() ?? null,
    replaced_by,
  };
}
