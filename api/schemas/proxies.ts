import { z } from '@hono/zod-openapi';
import { PROXY_SESSIONS_MAX, type ProxyToSave } from '../../domain/identity.ts';
import type { ProbeResult } from '../../egress/probe-proxy.ts';
import { fromText } from '../parameters.ts';
import { time } from '../route-parts.ts';
import { plainText } from './plain-text.ts';
import { wordedText } from './worded-text.ts';

const count = z.number().int().min(0);
const protocol = z.enum(['http', 'https', 'socks5']);
const port = z.number().int().min(1).max(65_535);

const targetSchema = z.object({
  target: z.string(),
  success_count: count,
  blocked_count: count.openapi({ description: 'Sessions that the target refused.' }),
  fault_count: count.openapi({ description: 'Failures of the proxy itself.' }),
  failures_in_row: count,
  avg_response_time_ms: count.nullable(),
  bytes: count,
  last_error: z.string().nullable(),
});

export const proxySchema = z
  .object({
    id: z.number().int(),
    protocol,
    host: z.string(),
    port,
    username: z.string().nullable(),
    has_password: z.boolean().openapi({ description: 'Passwords themselves are never shown.' }),
    owner: z.string().nullable().openapi({ description: 'The seller of the proxy.' }),
    country_code: z.string().nullable(),
    max_concurrent: count.openapi({ description: 'The maximum of concurrent sessions, over all workers.' }),
    sessions: count.openapi({ description: 'The sessions that are running.' }),
    is_active: z.boolean(),
    state: z.enum(['active', 'cooling', 'disabled']),
    cooldown_until: time.nullable(),
    cooldowns: count.openapi({ description: 'Cool-downs in a row.' }),
    cooling_because: z
      .string()
      .nullable()
      .openapi({
        description: 'Why it cools down, in words; null: it does not.',
        examples: ['the proxy itself does not work'],
      }),
    success_count: count,
    failure_count: count.openapi({
      description: 'Refusals by targets and failures of the proxy itself; `targets` counts them separately.',
    }),
    consecutive_failures: count,
    consecutive_403_count: count.openapi({ description: 'Refusals by targets in a row.' }),
    consecutive_fault_count: count.openapi({
      description: 'Failures of the proxy itself in a row.',
    }),
    avg_response_time_ms: count.nullable(),
    exit_address: z.string().nullable().openapi({ description: 'The exit address that was last seen.' }),
    last_used_at: time.nullable(),
    last_failure_at: time.nullable(),
    last_error: z.string().nullable(),
    targets: z.array(targetSchema),
  })
  .openapi('Proxy');

const credential = plainText({ least: 1, most: 1_000 });

const about = {
  owner: plainText({ least: 1, most: 200 }).optional(),
  country_code: wordedText(/^[A-Z]{2}$/, 'the two capital letters of a country, such as US').optional(),
};
const concurrent = z.int().min(1).max(PROXY_SESSIONS_MAX);

export const newProxySchema = z
  .strictObject({
    protocol: protocol.default('http'),
    host: wordedText(
      /^([A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]+)$/,
      'a host name or an address',
    ).max(253),
    port,
    username: credential.optional(),
    password: credential.optional(),
    ...about,
    max_concurrent: concurrent.optional(),
  })
  .refine(({ username, password }) => password === undefined || username !== undefined, {
    message: 'a username beside it',
    path: ['password'],
  })
  // The rule above, for the OpenAPI document.
  .openapi({ dependentRequired: { password: ['username'] } } as object);

/** Converts a proxy to add for saving. */
export function toProxyToSave(body: z.output<typeof newProxySchema>): ProxyToSave {
  return {
    protocol: body.protocol,
    host: body.host.toLowerCase(),
    port: body.port,
    username: body.username ?? null,
    password: body.password ?? null,
    owner: body.owner,
    countryCode: body.country_code,
    maxConcurrent: body.max_concurrent,
  };
}

/** Defaults for the proxies of a list. */
export const importQuerySchema = z.strictObject({
  ...about,
  max_concurrent: fromText(concurrent).optional(),
  dry_run: z.enum(['true', 'false']).default('false').openapi({ description: 'True only checks the list.' }),
});

export const importedSchema = z
  .object({
    dry_run: z.boolean(),
    proxies: count.openapi({ description: 'How many proxies the list has.' }),
    added: count.openapi({ description: 'How many are new; in a dry run, how many would be added.' }),
    updated: count.openapi({ description: 'How many are known; in a dry run, how many would be updated.' }),
  })
  .openapi('ImportedProxies');

const proxyIds = z.array(z.int().min(1).max(Number.MAX_SAFE_INTEGER));

export const proxyIdsSchema = z.strictObject({ ids: proxyIds.min(1).max(10_000) });

export const switchedProxiesSchema = z
  .object({ ids: proxyIds.openapi({ description: 'Each id only once.' }), is_active: z.boolean() })
  .openapi('SwitchedProxies');

export const testedSchema = z
  .object({
    id: z.number().int(),
    is_good: z.boolean(),
    exit_address: z.string().nullable().openapi({ description: 'The exit address that was seen.' }),
    duration_ms: count.nullable(),
    error: z.string().nullable(),
  })
  .openapi('TestedProxy');

/** Converts the result of a proxy test for responses. */
export function toTested(id: number, result: ProbeResult): z.input<typeof testedSchema> {
  return result.isGood
    ? { id, is_good: true, exit_address: result.exitAddress, duration_ms: result.durationMs, error: null }
    : { id, is_good: false, exit_address: null, duration_ms: null, error: result.error };
}
