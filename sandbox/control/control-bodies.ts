import { z } from 'zod';
import { BREAK_KINDS, REFUSALS, type ProxyChange } from '../proxies/exit-addresses.ts';
import type { FaultRule } from '../storefront/faults.ts';
import { EVENT_KINDS } from '../world/events/event-kinds.ts';

/** Thrown for an invalid request; the message says what was given and what is accepted. */
export class BadControlRequestError extends Error {}

const ACTIONS = [
  'status',
  'latency',
  'truncate',
  'cut',
  'body',
  'hold',
  'repeat',
  'persistedQueryNotFound',
] as const;

const matchSchema = z.strictObject({
  exitAddress: z.string().optional(),
  userAgent: z.string().optional(),
  host: z.string().optional(),
  operation: z.string().optional(),
  pathPrefix: z.string().optional(),
  dispensaryId: z.string().optional(),
  page: z.int().min(0).optional(),
  order: z.enum(['ascending', 'descending']).optional(),
});

const actionSchema = z.discriminatedUnion(
  'type',
  [
    z.strictObject({
      type: z.literal('status'),
      status: z.int().min(200).max(599),
      headers: z.record(z.string(), z.string()).optional(),
      body: z.string().optional(),
      contentType: z.string().optional(),
    }),
    z.strictObject({ type: z.literal('latency'), ms: z.int().min(0).max(600_000) }),
    z.strictObject({ type: z.literal('truncate') }),
    z.strictObject({ type: z.literal('cut') }),
    z.strictObject({ type: z.literal('body'), body: z.string(), contentType: z.string() }),
    z.strictObject({ type: z.literal('hold') }),
    z.strictObject({ type: z.literal('repeat'), count: z.int().min(1) }),
    z.strictObject({ type: z.literal('persistedQueryNotFound') }),
  ],
  { error: `accepted types are ${ACTIONS.join(', ')}` },
);

const ruleSchema = z.strictObject({
  match: matchSchema,
  times: z.int().min(1).optional(),
  after: z.int().min(0).optional(),
  action: actionSchema,
});

const faultsSchema = z.strictObject({ rules: z.array(ruleSchema).min(1) });

const proxySchema = z.strictObject({
  exitAddress: z.string(),
  works: z.boolean(),
  breaks: z.strictObject({ kind: z.enum(BREAK_KINDS), afterBytes: z.int().min(1) }).optional(),
  bytesPerSecond: z.int().min(1).optional(),
  refuses: z.literal(REFUSALS).optional(),
});

const robotsSchema = z.strictObject({ host: z.string(), text: z.string().nullable() });

const eventSchema = z.strictObject({
  kind: z.enum(EVENT_KINDS.map(({ name }) => name)),
  store: z.string().min(1),
  seed: z.int().min(0).default(1),
});

const gateSchema = z.strictObject({ closed: z.boolean() });

const count = z.coerce.number().int().min(0);

const sinceSchema = z.strictObject({ since: count.default(0) });
const passSchema = z.strictObject({ pass: count.optional() });

const waitSchema = z.strictObject({
  operation: z.string().optional(),
  pathPrefix: z.string().optional(),
  host: z.string().optional(),
  dispensaryId: z.string().optional(),
  exitAddress: z.string().optional(),
  page: count.optional(),
  status: count.optional(),
  held: z.enum(['0', '1']).optional(),
  count: z.coerce.number().int().min(1).default(1),
  since: count.default(0),
  timeoutMs: z.coerce.number().int().min(1).max(600_000).default(30_000),
});

export type WaitQuery = z.infer<typeof waitSchema>;

/** Reads the body of `POST /control/faults`: rules for faults. */
export function parseFaultRules(body: string): FaultRule[] {
  return check(
    faultsSchema,
    parseJson(body),
    'a body {"rules":[{"match":{…},"times"?,"after"?,"action":{"type":…}}]}',
  ).rules;
}

/** Reads the body of `POST /control/proxies`; accepts only exit addresses of existing proxies. */
export function parseProxyChange(body: string, known: readonly string[]): ProxyChange {
  const accepted = `a body {"exitAddress":"…","works":true|false,"breaks"?:{"kind":"${BREAK_KINDS.join('|')}","afterBytes":…},"bytesPerSecond"?:…,"refuses"?:${REFUSALS.join('|')}} with one of ${known.join(', ')}`;
  const change = check(proxySchema, parseJson(body), accepted);
  if (known.includes(change.exitAddress)) return change;
  throw new BadControlRequestError(`Expected ${accepted}; got ${change.exitAddress}.`);
}

/** Reads the body of `POST /control/events`; does not check that the store exists. */
export function parseEvent(body: string): z.infer<typeof eventSchema> {
  const kinds = EVENT_KINDS.map(({ name }) => name).join(', ');
  return check(
    eventSchema,
    parseJson(body),
    `a body {"kind":"…","store":"…","seed"?:…} with a kind of ${kinds}`,
  );
}

/** Reads the body of `POST /control/gate`. */
export function parseGateChange(body: string): { closed: boolean } {
  return check(gateSchema, parseJson(body), 'a body {"closed":true|false}');
}

/** Reads the body of `POST /control/robots`. */
export function parseRobotsFile(body: string): { host: string; text: string | null } {
  return check(robotsSchema, parseJson(body), 'a body {"host":"…","text":"…"|null}');
}

/** Reads the query of `GET /control/wait`. */
export function parseWaitQuery(query: URLSearchParams): WaitQuery {
  return check(
    waitSchema,
    Object.fromEntries(query),
    `the parameters ${Object.keys(waitSchema.shape).join(', ')}`,
  );
}

/** Reads the query of `GET /control/requests`. */
export function parseSince(query: URLSearchParams): number {
  return check(sinceSchema, Object.fromEntries(query), 'the parameter since, a whole number').since;
}

/** Reads the query of `GET /control/truth`. */
export function parsePass(query: URLSearchParams): number | undefined {
  return check(passSchema, Object.fromEntries(query), 'the parameter pass, a whole number of 0 or more').pass;
}

/** Parses a JSON body. @throws BadControlRequestError */
export function parseJson(body: string): unknown {
  try {
    return JSON.parse(body);
  } catch (cause) {
    throw new BadControlRequestError(`Expected a JSON body, got ${excerpt(body)}.`, { cause });
  }
}

/**
 * Validates a value. The error says what is accepted, what was given, and why that is wrong.
 * @throws BadControlRequestError
 */
export function check<T>(schema: z.ZodType<T>, value: unknown, accepted: string): T {
  const result = schema.safeParse(value);
  if (result.success) return result.data;
  const problems = result.error.issues.map((issue) =>
    issue.path.length > 0 ? `${issue.path.join('.')}: ${issue.message}` : issue.message,
  );
  throw new BadControlRequestError(
    `Expected ${accepted}; got ${excerpt(JSON.stringify(value))} (${problems.join('; ')}).`,
  );
}

function excerpt(text: string): string {
  if (text === '') return 'nothing';
  return text.length > 200 ? `${text.slice(0, 200)}…` : text;
}
