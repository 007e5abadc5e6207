import { z } from '@hono/zod-openapi';
import type { ShownAccount } from '../../db/queries/account-identities.ts';
import { time } from '../route-parts.ts';
import { jobWord } from './jobs.ts';

const platform = jobWord.nullable().openapi({ description: 'Null: jobs without a platform.' });

export const accountNameSchema = z
  .strictObject({ platform: platform.default(null), account: jobWord })
  .openapi('AccountName', { example: { platform: 'instagram', account: 'ann' } });

export const accountSchema = z
  .object({
    platform,
    account: z.string(),
    proxy_id: z.number().int().nullable().openapi({
      description: 'The proxy of its sessions; null: it was deleted, or they use none.',
    }),
    profile: z.string().openapi({ description: 'The browser that its sessions look like.' }),
    has_cookies: z.boolean(),
    pinned_at: time.openapi({ description: 'Since when it has this proxy.' }),
    pinned_because: z
      .string()
      .nullable()
      .openapi({ description: 'Why it gave up the proxy before; null: it is its first.' }),
  })
  .openapi('Account', { description: 'An account of jobs, and the identity that its sessions keep.' });

/** Converts an account for responses. */
export function toAccount(account: ShownAccount): z.input<typeof accountSchema> {
  return {
    platform: account.platform === '' ? null : account.platform,
    account: account.account,
    proxy_id: account.proxyId,
    profile: account.profile,
    has_cookies: account.hasCookies,
    pinned_at: account.pinnedAt.toISOString(),
    pinned_because: account.pinnedBecause,
  };
}
