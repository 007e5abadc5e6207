import type { Context, MiddlewareHandler } from 'hono';
import { RateLimiterMemory, RateLimiterRes } from 'rate-limiter-flexible';
import type { ApiEnv } from './api-env.ts';
import { HEALTH_PATHS } from './authenticate.ts';
import { callerOf } from './client-address.ts';
import { Problem } from './problem.ts';

export interface RequestLimits {
  /** Goes after the middleware that knows who asks. */
  ofCaller: MiddlewareHandler<ApiEnv>;
  /** Counts a request whose key is wrong to its address, so that nobody tries many. @throws Problem `rate-limited` */
  countWrongKey: (c: Context<ApiEnv>) => Promise<void>;
}

/** A page of products shows a picture of each: for one request of its own it asks for many pictures. */
const PICTURES_A_REQUEST = 20;

/**
 * Takes so many requests a second with one key, or from one address without a key, and twenty times as many for pictures.
 * Health checks are not counted.
 */
export function limitRequests(requestsPerSecond: number): RequestLimits {
  const usual = new RateLimiterMemory({ points: requestsPerSecond, duration: 1 });
  const pictures = new RateLimiterMemory({ points: requestsPerSecond * PICTURES_A_REQUEST, duration: 1 });
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
  };
}
