import { once } from 'node:events';
import { get, type IncomingMessage } from 'node:http';
import { json } from 'node:stream/consumers';
import type { Environment } from '../../../config/environment.ts';
import { apiAddressIn } from '../../api/api-address.ts';
import { isLoopbackHost } from '../../../http-guard/loopback-host.ts';
import type { ApiKeyRecord } from '../../../db/queries/api-keys.ts';
import { findingsOf, messageOf, type Finding } from './finding.ts';

/** The timeout of a request; the API itself waits two seconds for each of its parts. */
const ANSWER_MS_MAX = 5_000;

const DAY_MS = 86_400_000;

/** A key that expires within this time is reported. */
const SOON_MS = 14 * DAY_MS;

const START = 'Start it with `npm run api`; `npm start` runs one too.';

const NAME_IT = 'Set CRAWLCHAIN_URL, or API_HOST and API_PORT.';

/**
 * Checks whether the API answers, whether it is ready, and whether it belongs to the database's installation. Crawls need no API,
 * so a missing address is only a notice. The settings of the workers of `npm start` include the address of its API.
 * @param instanceId the installation of the database; null: not known
 */
export async function checkApi(environment: Environment, instanceId: string | null): Promise<Finding> {
  const { ok, notice, broken } = findingsOf('API');
  const url = apiAddressIn(environment);
  if (url === null) return notice('not checked: no setting names its address', NAME_IT);
  try {
    const { status, body } = await ask(`${url}/readyz`);
    const answer = readAnswer(body);
    if (answer === null)
      return broken(`${url} is not the API: it answers ${status}, but not as the API does`, NAME_IT);
    // While its database is away, the API does not know its instance, and reports why it is not ready.
    const isOther =
      answer.instance !== instanceId && (answer.instance !== null || answer.reasons.length === 0);
    if (instanceId !== null && isOther)
      return broken(
        `${url} belongs to ${answer.instance === null ? 'no instance' : `instance ${answer.instance}`}, and the database to instance ${instanceId}`,
        NAME_IT,
      );
    return answer.reasons.length === 0
      ? ok(`ready at ${url}`)
      : broken(
          `at ${url}, not ready: ${answer.reasons.join('; ')}`,
          'See the other findings, and the log of the API.',
        );
  } catch (error) {
    return broken(`none answers at ${url}: ${messageOf(error)}`, START);
  }
}

/** Sends a GET request, without `fetch`, which refuses some ports. @returns the body as JSON; null if it is not JSON */
async function ask(url: string): Promise<{ status: number; body: unknown }> {
  const request = get(url, { signal: AbortSignal.timeout(ANSWER_MS_MAX), agent: false });
  const [answer] = (await once(request, 'response')) as [IncomingMessage];
  const body = await json(answer).catch((error: unknown) => {
    if (error instanceof SyntaxError) return null;
    throw error;
  });
  return { status: answer.statusCode ?? 0, body };
}

/** Reads the instance of the API and why each part is not ready; null: the body is not from our API. */
function readAnswer(answer: unknown): { instance: string | null; reasons: string[] } | null {
  const { instance, checks } = (answer ?? {}) as {
    instance?: unknown;
    checks?: Record<string, { ready?: unknown; reason?: unknown }>;
  };
  if (typeof checks !== 'object' || checks === null) return null;
  const reasons = Object.entries(checks).flatMap(([part, { ready, reason }]) =>
    ready === true ? [] : [`${part}: ${String(reason)}`],
  );
  return { instance: typeof instance === 'string' ? instance : null, reasons };
}

/** Checks whether a valid API key exists, and for how long. @param host where the API listens */
export function checkKeys(keys: ApiKeyRecord[], host: string, nowMs: number): Finding[] {
  const { ok, notice, warning, broken } = findingsOf('API keys');
  const valid = keys.filter(
    ({ revoked_at: revokedAt, expires_at: expiresAt }) =>
      revokedAt === null && (expiresAt === null || expiresAt.getTime() > nowMs),
  );
  if (valid.length === 0) {
    const mend = 'Make one: `crawlchain keys create NAME --scope admin --direct`.';
    if (!isLoopbackHost(host))
      return [
        broken(
          `API_HOST is ${host}, which other machines can reach, and no key is valid: the API does not start`,
          mend,
        ),
      ];
    return keys.length === 0
      ? [notice('no key was ever made: everybody on this machine may do everything', mend)]
      : [warning('no key is valid any more: the API refuses every request', mend)];
  }
  const ending = valid.filter(
    ({ expires_at: expiresAt, replaced_by: heir }) =>
      heir === null && expiresAt !== null && expiresAt.getTime() - nowMs < SOON_MS,
  );
  if (ending.length === 0) return [ok(`${valid.length} valid`)];
  return [
    warning(
      `void within ${SOON_MS / DAY_MS} days: ${ending.map((key) => endOf(key)).join(', ')}`,
      'Replace them: `crawlchain keys rotate ID`.',
    ),
  ];
}

function endOf({ id, name, expires_at: expiresAt }: ApiKeyRecord): string {
  return `${id} (${name}) at ${expiresAt?.toISOString().slice(0, 16) ?? ''}Z`;
}
