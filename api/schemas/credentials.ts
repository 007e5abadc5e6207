import { z } from '@hono/zod-openapi';
import type { CredentialRecord } from '../../db/queries/credentials.ts';
import { CREDENTIAL_BYTES_MAX, isCredentialValue } from '../../domain/job-credential.ts';
import { time } from '../route-parts.ts';
import { jobWord } from './jobs.ts';

const owner = {
  platform: jobWord
    .nullable()
    .openapi({ description: 'Only jobs of this platform may use it; null: jobs of any.' }),
  account: jobWord
    .nullable()
    .openapi({ description: 'Only jobs of this account may use it; null: jobs of any.' }),
};

const VALUE_TAKES = `a text that is not empty, or a JSON object of such texts, at most ${CREDENTIAL_BYTES_MAX} bytes of JSON`;

export const newCredentialSchema = z
  .strictObject({
    platform: owner.platform.default(null),
    account: owner.account.default(null),
    value: z
      .union([z.string(), z.record(z.string(), z.string())], { error: VALUE_TAKES })
      .refine(isCredentialValue, { error: VALUE_TAKES })
      .openapi({ description: 'The secret: one text, or several by name. No answer has it.' }),
  })
  .openapi('NewCredential', {
    example: { account: 'ann', value: { username: 'ann', password: 'correct horse' } },
  });

export const credentialSchema = z
  .object({
    name: z.string(),
    ...owner,
    set_by: z.string().nullable().openapi({ description: 'Who set it last.' }),
    created_at: time,
    updated_at: time.openapi({ description: 'When it was set last.' }),
    last_used_at: time.nullable().openapi({ description: 'When a job last got this value.' }),
  })
  .openapi('Credential', { description: 'A credential without its value, which only jobs get.' });

/** Converts a credential for responses. */
export function toCredential(credential: CredentialRecord): z.input<typeof credentialSchema> {
  const { name, platform, account, set_by } = credential;
  return {
    name,
    platform,
    account,
    set_by,
    created_at: credential.created_at.toISOString(),
    updated_at: credential.updated_at.toISOString(),
    last_used_at: credential.last_used_at?.toISOString() ?? null,
  };
}
