import { z } from '@hono/zod-openapi';
import { SCOPES } from '../../domain/api-scope.ts';
import { time } from '../route-parts.ts';

export const signInSchema = z
  .strictObject({
    key: z
      .string()
      .min(1)
      .max(200)
      .openapi({ description: 'An API key, as `crawlchain keys create` prints it.' }),
  })
  .openapi('SignIn');

export const sessionSchema = z
  .object({
    signed_in: z.boolean().openapi({ description: 'False: nobody is signed in.' }),
    by: z.enum(['session', 'key', 'open']).nullable().openapi({
      description:
        '`session`: by the cookie. `key`: by a key in this request. `open`: no key was ever made, and only this machine can reach the API. Null: nobody is signed in.',
    }),
    keys_required: z.boolean().openapi({ description: 'False while the API is open to this machine.' }),
    id: z.string().nullable().openapi({ description: 'The id of the key; `local` while the API is open.' }),
    name: z.string().nullable().openapi({ description: 'The name of the key.' }),
    scope: z.enum(SCOPES).nullable(),
    scopes: z.array(z.enum(SCOPES)).openapi({ description: 'The scopes that this allows.' }),
    expires_at: time.nullable().openapi({
      description: 'When the session ends; null: nobody is signed in, or the key never expires.',
    }),
    ended_because: z.string().nullable().openapi({
      description: 'Why the session of this request ended; null: there was none, or it is still valid.',
    }),
    command: z.string().openapi({
      description:
        'How to call the command here (CRAWLCHAIN_COMMAND); callers who are not signed in get the usual call, unless only this machine can reach the API.',
      examples: ['npx crawlchain'],
    }),
  })
  .openapi('Session');
