import { HTTPException } from 'hono/http-exception';
import { ReadTooBroad } from '../db/bounded-read.ts';
import { isDatabaseDiskFull, isDatabaseUnavailable } from '../db/database-errors.ts';
import { PasswordKeyError } from '../db/password-key.ts';
import { KubernetesFailure } from '../kubernetes/kubernetes-failure.ts';
import { LegacyDatabaseGone, LegacyRefused } from '../legacy/query-legacy.ts';
import { TakeOverUnfinished } from '../legacy/take-over-work.ts';
import { TemporalUnavailable } from '../temporal-client/call-temporal.ts';
import { Problem } from './problem.ts';

/** Returns the problem that a caller sees for an error; null for an internal fault, which callers see as `internal`. */
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
  if (error instanceof TakeOverUnfinished) {
    const code = problemOf(error.cause)?.code ?? 'internal';
    return new Problem(code, error.message, { retryAfterSeconds: 5, cause: error });
  }
  if (error instanceof LegacyRefused) return new Problem('conflict', error.message, { cause: error });
  if (error instanceof LegacyDatabaseGone)
    return new Problem('database-unavailable', error.message, { retryAfterSeconds: 5, cause: error });
  if (error instanceof HTTPException && error.status < 500)
    return new Problem('bad-input', error.message, { cause: error });
  if (error instanceof ReadTooBroad) return new Problem('too-broad', error.message, { cause: error });
  if (error instanceof Error && isDatabaseUnavailable(error)) {
    const detail = isDatabaseDiskFull(error)
      ? 'The disk of the database is full. Free space there; then requests work again.'
      : 'The database does not answer; the next request tries again.';
    return new Problem('database-unavailable', detail, { retryAfterSeconds: 5, cause: error });
  }
  return null;
}
