import type { Context, MiddlewareHandler } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ApiEnv } from './api-env.ts';
import { HEALTH_PATHS } from './authenticate.ts';
import { callerOf, clientOf } from './client-address.ts';
import { Problem } from './problem.ts';

export interface RequestLimits {
  /** Limits the requests of a caller. Runs after the middleware that identifies the caller. */
  ofCaller: MiddlewareHandler<ApiEnv>;
  /** Counts a request with a wrong key against its address, to stop guessing. @throws Problem `rate-limited` */
  countWrongKey: (c: Context<ApiEnv>) => Promise<void>;
  /** Refuses a client that tried to sign in with wrong keys too often. @throws Problem `rate-limited` */
  admitSignIn: (c: Context<ApiEnv>) => Promise<void>;
  /** Counts a sign-in attempt with a wrong key. */
  countWrongSignIn: (c: Context<ApiEnv>) => Promise<void>;
}

/** Wrong keys per address and minute (`duration` is in seconds): more than a person mistypes. */
const WRONG_SIGN_INS = { points: 10, duration: 60 };

/** How many pictures count as one request: a product page requests one list and many pictures. */
const PICTURES_A_REQUEST = 20;

/**
 * Limits requests per second for each key, or for each address without a key; pictures have twenty times the limit. Health checks
 * are not counted.
 */
export function limitRequests(requestsPerSecond: number): RequestLimits {
  const usual = new RateLimiterMemory({ points: requestsPerSecond, duration: 1 });
  const pictures = new RateLimiterMemory({ points: requestsPerSecond * PICTURES_A_REQUEST, duration: 1 });
  const wrongSignIns = new RateLimiterMemory(WRONG_SIGN_INS);
  const consume = async (c: Context<ApiEnv>, limiter: RateLimiterMemory): Promise<void> => {
    try {
      await limiter.consume(callerOf(c));
    } catch (error) {
      if (!(error instanceof RateLimiterRes)) throw error;
      throw new Problem('rate-limited', `More than ${limiter.points} requests within a second.`, {
        retryAfterSeconds: error.msBeforeNext / 1000,
      });
    }
  };
  return {
    ofCaller: async (c, next) => {
      if (!HEALTH_PATHS.includes(c.req.path))
        await consume(c, c.req.path.startsWith('/img/') ? pictures : usual);
      return next();
    },
    countWrongKey: (c) => consume(c, usual),
    admitSignIn: async (c) => {
      const counted = await wrongSignIns.get(clientOf(c));
      if (counted === null || counted.remainingPoints > 0) return;
      throw new Problem(
        'rate-limited',
        `${WRONG_SIGN_INS.points} wrong keys within ${WRONG_SIGN_INS.duration} seconds came from this address.`,
        { retryAfterSeconds: counted.msBeforeNext / 1000 },
      );
    },
    countWrongSignIn: async (c) => {
      // Concurrent attempts may already exceed the limit.
      await wrongSignIns.consume(clientOf(c)).catch(() => undefined);
    },
  };
}
