import { setTimeout as wait } from 'node:timers/promises';
import type { PlatformName } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';
import { nextPace, type Pace } from '../domain/pace.ts';
import { describeStop } from '../domain/stopped-target.ts';
import type { RequestPacing, RequestPermit, RequestResult, PaceRequest } from './session.ts';

/** A longer wait is not spent inside a session, because its proxy would be idle. */
const PATIENCE_MS = 60_000;

/** How soon work for a stopped platform checks again whether the platform was started. */
const STOPPED_RETRY_MS = 60_000;

/** How often a permit is renewed: well below the 30 s after which a permit that is not renewed expires. */
const KEEP_EVERY_MS = 10_000;

/** A grant that took longer to arrive is given back, because it may be outdated: a stop or a limit may have been set since. */
const GRANT_AGE_MS_MAX = 1_000;

interface PaceLimits {
  requestsPerSecond: number;
  maxConcurrentRequests: number;
}

type Refusal = { verdict: 'limited'; waitMs: number } | { verdict: 'stopped'; since: Date; because: string };

type PermitAnswer =
  | { verdict: 'sent'; permitId: number }
  | { verdict: 'wait'; permitId: number; waitMs: number }
  | Refusal;

/** The pace that the database keeps for all workers. */
export interface PacingPorts {
  acquirePermit(
    request: PaceLimits & {
      target: string;
      servedTarget: string | null;
      permitId: number | null;
      patienceMs: number;
    },
  ): Promise<PermitAnswer>;
  keepPermit(permitId: number): Promise<void>;
  returnPermit(permitId: number): Promise<void>;
  endRequest(
    permitId: number,
    follow: (pace: Pace, times: { sentAtMs: number; nowMs: number }) => Pace,
  ): Promise<void>;
  /** Returns what would refuse every request now, or null. */
  readGate(target: string): Promise<Refusal | null>;
}

export interface PacingSettings {
  /** The limits of each platform, unless an operator has set others. */
  platforms: Record<PlatformName, PaceLimits>;
  /** The limits of every other host. */
  otherHosts: PaceLimits;
}

/** Returns the name under which the pace of a request is kept: the platform or the host. */
export function paceTarget({ platform, url }: Pick<PaceRequest, 'platform' | 'url'>): string {
  return platform ?? `host:${new URL(url).host}`;
}

/** Creates the pacing of requests. The database keeps the pace for all workers. */
export function createPacing(ports: PacingPorts, settings: PacingSettings): RequestPacing {
  return {
    async admit(platform) {
      const gate = await ports.readGate(platform);
      if (gate === null || (gate.verdict === 'limited' && gate.waitMs <= PATIENCE_MS)) return;
      throw refusal(platform, gate);
    },

    async acquirePermit(paceRequest) {
      const request = {
        target: paceTarget(paceRequest),
        servedTarget: paceRequest.servedPlatform ?? null,
        patienceMs: PATIENCE_MS,
        ...(paceRequest.platform === null ? settings.otherHosts : settings.platforms[paceRequest.platform]),
      };
      let permitId: number | null = null;
      try {
        for (;;) {
          paceRequest.signal.throwIfAborted();
          const requestedAt = performance.now();
          const answer = await ports.acquirePermit({ ...request, permitId });
          if (answer.verdict === 'limited' || answer.verdict === 'stopped') {
            permitId = null;
            throw refusal(answer.verdict === 'stopped' ? stoppable(paceRequest) : request.target, answer);
          }
          permitId = answer.permitId;
          if (answer.verdict === 'wait')
            await wait(Math.ceil(answer.waitMs), undefined, { signal: paceRequest.signal });
          else if (performance.now() - requestedAt < GRANT_AGE_MS_MAX) return openPermit(ports, permitId);
          else permitId = await giveBack(ports, permitId);
        }
      } catch (error) {
        // Return the permit; if that fails, it expires by itself.
        if (permitId !== null) await ports.returnPermit(permitId).catch(() => undefined);
        throw error;
      }
    },
  };
}

/**
 * Returns the target that may be stopped: the platform that a request serves, because only platforms can be stopped.
 */
function stoppable(paceRequest: PaceRequest): string {
  return paceRequest.servedPlatform ?? paceTarget(paceRequest);
}

async function giveBack(ports: PacingPorts, permitId: number): Promise<null> {
  await ports.returnPermit(permitId);
  return null;
}

function openPermit(ports: PacingPorts, permitId: number): RequestPermit {
  // A failed renewal is made up for by the next one.
  const keeping = setInterval(() => void ports.keepPermit(permitId).catch(() => undefined), KEEP_EVERY_MS);
  keeping.unref();
  return {
    async end(result: RequestResult) {
      clearInterval(keeping);
      await ports.endRequest(permitId, (pace, times) => nextPace(pace, { ...result, ...times }));
    },
  };
}

function refusal(target: string, refused: Refusal): CrawlError {
  if (refused.verdict === 'limited') {
    const seconds = Math.ceil(refused.waitMs / 1000);
    return new CrawlError('RateLimited', `${target} asked for a pause, of which ${seconds} s are left.`, {
      evidence: { fault: 'waiting', target },
      retryAfterMs: Math.ceil(refused.waitMs),
    });
  }
  return new CrawlError('RateLimited', describeStop(target, refused), {
    evidence: { fault: 'stopped', target, since: refused.since.toISOString() },
    retryAfterMs: STOPPED_RETRY_MS,
  });
}
