import { HTTPException } from 'hono/http-exception';
import { PasswordKeyError } from '../db/password-key.ts';
import { KubernetesFailure } from '../kubernetes/kubernetes-failure.ts';
import { LegacyQueueRefused } from '../legacy/stop-queue.ts';
import { TemporalUnavailable } from '../temporal-client/ask-temporal.ts';
import { Problem } from './problem.ts';

/** What a caller is told of an error; null: it is a fault of ours, of which callers see no more than that. */
export function problemOf(error: unknown): Problem | null {
  if (error instanceof Problem) return error;
  if (error instanceof TemporalUnavailable)
    return new Problem('temporal-unavailable', error.message, { retryAfterSeconds: 5, cause: error });
  if (error instanceof KubernetesFailure) {
    const isPassing = error.fault === 'kubernetes-unreachable';
    return new Problem(error.fault, error.message, {
      ...(isPassing ? { retryAfterSeconds: 5 } : {}),
      cause: error,
    });
  }
  if (error instanceof PasswordKeyError)
    return new Problem('password-key-missing', error.message, { cause: error });
  if (error instanceof LegacyQueueRefused) return new Problem('conflict', error.message, { cause: error });
  if (error instanceof HTTPException && error.status < 500)
    return new Problem('bad-input', error.message, { cause: error });
  if (isDatabaseGone(error)) {
    return new Problem(
      'database-unavailable',
      'The database does not answer; it is tried anew at each request.',
      {
        retryAfterSeconds: 5,
        cause: error,
      },
    );
  }
  return null;
}

/** Codes of the system for a server that is not there, and PostgreSQL's for one that comes or goes. */
const GONE = /^(ECONNREFUSED|ECONNRESET|ENOTFOUND|EPIPE|ETIMEDOUT|57P0[123]|08\w{3}|53300)$/;

/** The pool says these two without a code. */
const GONE_WORDS = /^(timeout exceeded when trying to connect|Connection terminated)/;

function isDatabaseGone(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return ('code' in error && GONE.test(String(error.code))) || GONE_WORDS.test(error.message);
}
