import { once } from 'node:events';
import { readFile } from 'node:fs/promises';
import { get, type IncomingMessage } from 'node:http';
import { join } from 'node:path';
import { json } from 'node:stream/consumers';
import { isGiven, type Environment } from '../../../config/environment.ts';
import { isLoopbackHost } from '../../../config/loopback-host.ts';
import type { ApiKeyRecord } from '../../../db/queries/api-keys.ts';
import { API_URL_FILE } from '../../../local/api-url-file.ts';
import { broken, notice, ok, warning, wordsOf, type Finding } from './finding.ts';

/** The API itself waits two seconds for each of its parts. */
const ANSWER_MS_MAX = 5_000;

const DAY_MS = 86_400_000;

/** A key that ends within this time is told. */
const SOON_MS = 14 * DAY_MS;

const START = 'Start it with `npm run api`; `npm start` leaves one up too.';

/** Whether the API answers, and what it says of itself. Crawls need none: one that nobody has named may be missing. */
export async function checkApi(environment: Environment, dataDir: string): Promise<Finding> {
  const isConfigured = isGiven('API_HOST') || isGiven('API_PORT');
  const url = await addressOf(environment, isConfigured ? null : dataDir);
  if (url === null) return notice('API', 'not looked at: API_PORT is 0, so its port is any', null);
  const failed = (found: string, mend: string): Finding =>
    isConfigured ? broken('API', found, mend) : notice('API', found, mend);
  try {
    const { status, body } = await ask(`${url}/readyz`);
    const reasons = reasonsIn(body);
    if (reasons === null)
      return failed(
        `${url} is something else: it answers ${status}, and not as the API does`,
        'Set API_HOST and API_PORT to where the API listens.',
      );
    return reasons.length === 0
      ? ok('API', `ready at ${url}`)
      : broken(
          'API',
          `at ${url}, not ready: ${reasons.join('; ')}`,
          'See the other parts here, and its log.',
        );
  } catch (error) {
    return failed(`none answers at ${url}: ${wordsOf(error)}`, START);
  }
}

/** @param dataDir where `npm start` leaves the address of its API; null: look at the settings alone */
async function addressOf(
  { API_HOST, API_PORT }: Environment,
  dataDir: string | null,
): Promise<string | null> {
  const started = dataDir === null ? null : await readText(join(dataDir, API_URL_FILE));
  if (started !== null) return started.trim();
  if (API_PORT === 0) return null;
  // What listens on all addresses is asked at our own.
  const host = ({ '0.0.0.0': '127.0.0.1', '::': '::1' } as Record<string, string>)[API_HOST] ?? API_HOST;
  return `http://${host.includes(':') && !host.startsWith('[') ? `[${host}]` : host}:${API_PORT}`;
}

async function readText(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch {
    return null;
  }
}

/** Not by `fetch`, which refuses some ports. @returns the body as JSON; null: it is none */
async function ask(url: string): Promise<{ status: number; body: unknown }> {
  const request = get(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX), agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const body = await json(answer).catch((error: unknown) => {
    if (error instanceof SyntaxError) return null;
    throw error;
  });
  return { status: answer.statusCode ?? 0, body };
}

/** Why it is not ready, part by part; null: this is no answer of the API. */
function reasonsIn(answer: unknown): string[] | null {
  const { checks } = (answer ?? {}) as { checks?: Record<string, { ready?: unknown; reason?: unknown }> };
  if (typeof checks !== 'object' || checks === null) return null;
  return Object.entries(checks).flatMap(([part, { ready, reason }]) =>
    ready === true ? [] : [`${part}: ${String(reason)}`],
  );
}

/** Whether somebody gets in, and for how long. @param host where the API listens */
export function checkKeys(keys: ApiKeyRecord[], host: string, nowMs: number): Finding[] {
  const part = 'API keys';
  const valid = keys.filter(
    ({ revoked_at: revokedAt, expires_at: expiresAt }) =>
      revokedAt === null && (expiresAt === null || expiresAt.getTime() > nowMs),
  );
  if (valid.length === 0) {
    const mend = 'Make one: `crawlchain keys create NAME --scope admin`.';
    if (!isLoopbackHost(host))
      return [
        broken(
          part,
          `API_HOST is ${host}, which others reach, and no key is valid: the API does not start`,
          mend,
        ),
      ];
    return keys.length === 0
      ? [notice(part, 'none was ever made: whoever is on this machine may do everything', mend)]
      : [warning(part, 'none is valid any more: the API lets nobody in', mend)];
  }
  const ending = valid.filter(
    ({ expires_at: expiresAt, replaced_by: heir }) =>
      heir === null && expiresAt !== null && expiresAt.getTime() - nowMs < SOON_MS,
  );
  if (ending.length === 0) return [ok(part, `${valid.length} valid`)];
  return [
    warning(
      part,
      `void within ${SOON_MS / DAY_MS} days: ${ending.map((key) => endOf(key)).join(', ')}`,
      'Replace them: `crawlchain keys rotate ID`.',
    ),
  ];
}

function endOf({ id, name, expires_at: expiresAt }: ApiKeyRecord): string {
  return `${id} (${name}) at ${expiresAt?.toISOString().slice(0, 16) ?? ''}Z`;
}
