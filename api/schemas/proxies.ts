import { z } from '@hono/zod-openapi';
import type { ListedProxy } from '../../db/queries/proxies.ts';
import type { ProxyToSave } from '../../domain/identity.ts';
import { proxyStateOf } from '../../domain/proxy-state.ts';
import type { ProbeResult } from '../../egress/probe-proxy.ts';
import { time } from '../route-parts.ts';

const count = z.number().int().min(0);
const protocol = z.enum(['http', 'https', 'socks5']);
const port = z.number().int().min(1).max(65_535);

const targetSchema = z.object({
  target: z.string(),
  success_count: count,
  blocked_count: count.openapi({ description: 'Answers that refused.' }),
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
    owner: z.string().nullable().openapi({ description: 'Where it is from.' }),
    country_code: z.string().nullable(),
    max_concurrent: count.openapi({ description: 'Sessions at once, over all workers.' }),
    sessions: count.openapi({ description: 'Sessions that run.' }),
    is_active: z.boolean(),
    state: z.enum(['active', 'cooling', 'disabled']),
    cooldown_until: time.nullable(),
    cooldowns: count.openapi({ description: 'Cool-downs in a row.' }),
    success_count: count,
    failure_count: count,
    consecutive_failures: count,
    consecutive_403_count: count,
    avg_response_time_ms: count.nullable(),
    exit_address: z.string().nullable().openapi({ description: 'Under which it was seen last.' }),
    last_used_at: time.nullable(),
    last_failure_at: time.nullable(),
    last_error: z.string().nullable(),
    targets: z.array(targetSchema),
  })
  .openapi('Proxy');

/** A row as answers have it. */
export function toProxy(row: ListedProxy): z.input<typeof proxySchema> {
  return {
    id: row.id,
    protocol: row.protocol,
    host: row.host,
    port: row.port,
    username: row.username,
    has_password: row.hasPassword,
    owner: row.owner,
    country_code: row.countryCode,
    max_concurrent: row.maxConcurrent,
    sessions: row.sessions,
    is_active: row.isActive,
    state: proxyStateOf(row),
    cooldown_until: row.cooldownUntil?.toISOString() ?? null,
    cooldowns: row.cooldowns,
    success_count: row.successes,
    failure_count: row.failures,
    consecutive_failures: row.failuresInRow,
    consecutive_403_count: row.refusalsInRow,
    avg_response_time_ms: row.responseTimeMs,
    exit_address: row.exitAddress,
    last_used_at: row.lastUsedAt?.toISOString() ?? null,
    last_failure_at: row.lastFailureAt?.toISOString() ?? null,
    last_error: row.lastError,
    targets: row.targets.map((target) => ({
      target: target.target,
      success_count: target.successes,
      blocked_count: target.blocked,
      fault_count: target.faults,
      failures_in_row: target.failuresInRow,
      avg_response_time_ms: target.responseTimeMs,
      bytes: target.bytes,
      last_error: target.lastError,
    })),
  };
}

/** No control characters: a database takes no NUL, and a header no line end. */
const plainText = z
  .string()
  .min(1)
  .max(1_000)
  .regex(/^[ -~\u00a0-\ud7ff\ue000-\uffff]+$/, 'it takes no control characters');

const about = {
  owner: plainText.max(200).optional(),
  country_code: z
    .string()
    .regex(/^[A-Z]{2}$/, 'it takes two capital letters, such as US')
    .optional(),
};
const concurrent = z.number().int().min(1).max(1_000_000);

export const newProxySchema = z
  .strictObject({
    protocol: protocol.default('http'),
    host: z
      .string()
      .max(253)
      .regex(
        /^([A-Za-z0-9]([A-Za-z0-9_.-]*[A-Za-z0-9])?|[0-9A-Fa-f:.]*:[0-9A-Fa-f:.]+)$/,
        'it takes a host name or an address',
      ),
    port,
    username: plainText.optional(),
    password: plainText.optional(),
    ...about,
    max_concurrent: concurrent.optional(),
  })
  .refine(({ username, password }) => password === undefined || username !== undefined, {
    message: 'a password takes a username',
    path: ['password'],
  });

/** A proxy to add, as it is saved. */
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

/** What holds for the proxies of a list that do not say it themselves. */
export const importQuerySchema = z.strictObject({
  ...about,
  max_concurrent: z.coerce.number().pipe(concurrent).optional(),
  dry_run: z.enum(['true', 'false']).default('false').openapi({ description: 'Checks the list alone.' }),
});

export const importedSchema = z
  .object({
    dry_run: z.boolean(),
    proxies: count.openapi({ description: 'Proxies of the list.' }),
    added: count,
    updated: count,
  })
  .openapi('ImportedProxies');

export const testedSchema = z
  .object({
    id: z.number().int(),
    is_good: z.boolean(),
    exit_address: z.string().nullable().openapi({ description: 'The address under which it was seen.' }),
    duration_ms: count.nullable(),
    error: z.string().nullable(),
  })
  .openapi('TestedProxy');

/** What a try of a proxy showed, as answers have it. */
export function toTested(id: number, result: ProbeResult): z.input<typeof testedSchema> {
  return result.isGood
    ? { id, is_good: true, exit_address: result.exitAddress, duration_ms: result.durationMs, error: null }
    : { id, is_good: false, exit_address: null, duration_ms: null, error: result.error };
}
