import { setTimeout as wait } from 'node:timers/promises';
import type { PlatformName } from '../domain/dispensary.ts';
import { CrawlError } from '../domain/errors.ts';
import { nextPace, type Pace } from '../domain/pace.ts';
import type { RequestPacing, RequestTurn, TurnResult, TurnWish } from './session.ts';

/** A longer wait is not spent inside a session, because its proxy would be idle. */
const PATIENCE_MS = 60_000;

/** How soon work for a stopped platform checks again whether it was started. */
const STOPPED_RETRY_MS = 60_000;

/** Well below the 30 s after which a permit that is not renewed expires. */
const KEEP_EVERY_MS = 10_000;

/** A grant that took longer to arrive may be outdated: a stop or a limit may have been set since. */
const GRANT_AGE_MS_MAX = 1_000;

interface PaceLimits {
  requestsPerSecond: number;
  maxConcurrentRequests: number;
}

type Refusal = { verdict: 'limited'; waitMs: number } | { verdict: 'stopped'; since: Date; because: string };

type TurnAnswer =
  | { verdict: 'sent'; turnId: number }
  | { verdict: 'wait'; turnId: number; waitMs: number }
  | Refusal;

/** The pace that the database keeps for all workers. */
export interface PacingPorts {
  takeTurn(
    request: PaceLimits & {
      target: string;
      servedTarget: string | null;
      turnId: number | null;
      patienceMs: number;
    },
  ): Promise<TurnAnswer>;
  keepTurn(turnId: number): Promise<void>;
  leaveTurn(turnId: number): Promise<void>;
  endTurn(
    turnId: number,
    follow: (pace: Pace, times: { sentAtMs: number; nowMs: number }) => Pace,
  ): Promise<void>;
  /** What would refuse every request now. */
  readGate(target: string): Promise<Refusal | null>;
}

export interface PacingSettings {
  /** The limits of each platform, unless an operator has set others. */
  platforms: Record<PlatformName, PaceLimits>;
  /** The limits of every other host. */
  otherHosts: PaceLimits;
}

/** The name under which the pace of a request is kept: the platform or the host. */
export function paceTarget({ platform, url }: Pick<TurnWish, 'platform' | 'url'>): string {
  return platform ?? `host:${new URL(url).host}`;
}

/** The pace of requests, kept in the database for all workers. */
export function createPacing(ports: PacingPorts, settings: PacingSettings): RequestPacing {
  return {
    async admit(platform) {
      const gate = await ports.readGate(platform);
      if (gate === null || (gate.verdict === 'limited' && gate.waitMs <= PATIENCE_MS)) return;
      throw refusal(platform, gate);
    },

    async takeTurn(wish) {
      const request = {
        target: paceTarget(wish),
        servedTarget: wish.servedPlatform ?? null,
        patienceMs: PATIENCE_MS,
        ...(wish.platform === null ? settings.otherHosts : settings.platforms[wish.platform]),
      };
      let turnId: number | null = null;
      try {
        for (;;) {
          wish.signal.throwIfAborted();
          const askedAt = performance.now();
          const answer = await ports.takeTurn({ ...request, turnId });
          if (answer.verdict === 'limited' || answer.verdict === 'stopped') {
            turnId = null;
            throw refusal(answer.verdict === 'stopped' ? stoppable(wish) : request.target, answer);
          }
          turnId = answer.turnId;
          if (answer.verdict === 'wait')
            await wait(Math.ceil(answer.waitMs), undefined, { signal: wish.signal });
          else if (performance.now() - askedAt < GRANT_AGE_MS_MAX) return openTurn(ports, turnId);
          else turnId = await giveBack(ports, turnId);
        }
      } catch (error) {
        // Return the permit; if that fails, it expires by itself.
        if (turnId !== null) await ports.leaveTurn(turnId).catch(() => undefined);
        throw error;
      }
    },
  };
}

/** Only platforms can be stopped. */
function stoppable(wish: TurnWish): string {
  return wish.servedPlatform ?? paceTarget(wish);
}

async function giveBack(ports: PacingPorts, turnId: number): Promise<null> {
  await ports.leaveTurn(turnId);
  return null;
}

function openTurn(ports: PacingPorts, turnId: number): RequestTurn {
  // A failed renewal is made up for by the next one.
  const keeping = setInterval(() => void ports.keepTurn(turnId).catch(() => undefined), KEEP_EVERY_MS);
  keeping.unref();
  return {
    async end(result: TurnResult) {
      clearInterval(keeping);
      await ports.endTurn(turnId, (pace, times) => nextPace(pace, { ...result, ...times }));
    },
  };
}

function refusal(target: string, refused: Refusal): CrawlError {
  if (refused.verdict === 'limited') {
    const seconds = Math.ceil(refused.waitMs / 1000);
    return new CrawlError('RateLimited', `${target} asked to be left alone for ${seconds} s more.`, {
      evidence: { fault: 'waiting', target },
      retryAfterMs: Math.ceil(refused.waitMs),
    });
  }
  const { since, because } = refused;
  return new CrawlError(
    'RateLimited',
    `${target} was stopped at ${since.toISOString()}: ${because}. ` +
      `An operator starts it again with \`crawlchain platforms start ${target}\`; the work waits until then.`,
    { evidence: { fault: 'stopped', target, since: since.toISOString() }, retryAfterMs: STOPPED_RETRY_MS },
  );
}
