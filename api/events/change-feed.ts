import { randomUUID } from 'node:crypto';
import type { Log } from '../../observability/log.ts';

/** Something that changed. */
export interface ChangeEvent {
  /** Names it for `Last-Event-ID`: the feed's own id and a number that counts up. */
  id: string;
  type: string;
  data: unknown;
}

export type Change = Omit<ChangeEvent, 'id'>;

export interface ChangeFeed {
  /**
   * Tells a listener of everything from now on.
   * @param lastId the last event that it has had
   * @returns what it has missed since then, or null when that is not known any more; and how to stop
   */
  listen(listener: (event: ChangeEvent) => void, lastId: string | null): Listening;
}

interface Listening {
  missed: ChangeEvent[] | null;
  stop: () => void;
}

/** The type of the event that says that some were missed. */
export const RESET = 'reset';

const LOOK_EVERY_MS = 1_000;
const KEPT_EVENTS = 1_000;

/**
 * Looks for changes once a second, however many listen, and not at all while nobody does.
 * @param look gives what has changed since it was called last; `afresh`, nothing: from there everything starts
 * @param windowMs how far back it sees: what changed before that, while nobody looked, is missed
 */
export function createChangeFeed(
  look: (afresh: boolean) => Promise<Change[]>,
  log: Log,
  windowMs: number,
): ChangeFeed {
  const feedId = randomUUID();
  const kept: ChangeEvent[] = [];
  const listeners = new Set<(event: ChangeEvent) => void>();
  let counted = 0;
  let timer: NodeJS.Timeout | null = null;
  let lookedAtMs = performance.now();
  let beginsAfresh = true;
  const hasGap = () => performance.now() > lookedAtMs + windowMs;

  const tell = (change: Change): void => {
    const event = { id: `${feedId}/${(counted += 1)}`, ...change };
    kept.push(event);
    if (kept.length > KEPT_EVENTS) kept.shift();
    for (const listener of listeners) listener(event);
  };

  const lookOnce = async (): Promise<void> => {
    try {
      const beganAtMs = performance.now();
      const changes = await look(hasGap() || beginsAfresh);
      // As after the database was away, or when it was slow to be asked: what is seen is of any moment until now.
      if (hasGap()) tell({ type: RESET, data: {} });
      beginsAfresh = false;
      // What came while it was looked may not have been seen.
      lookedAtMs = beganAtMs;
      for (const change of changes) tell(change);
    } catch (error) {
      log.warn({ err: error }, 'changes could not be looked for; trying again');
    }
    timer = listeners.size === 0 ? null : setTimeout(() => void lookOnce(), LOOK_EVERY_MS);
  };

  return {
    listen: (listener, lastId) => {
      if (listeners.size === 0 && hasGap()) {
        kept.length = 0;
        beginsAfresh = true;
        lookedAtMs = performance.now();
      }
      const missed = missedSince(kept, lastId);
      listeners.add(listener);
      // While nobody listened nobody looked: what changed a moment ago is told as soon as it is seen.
      timer ??= setTimeout(() => void lookOnce(), 0);
      return { missed, stop: () => void listeners.delete(listener) };
    },
  };
}

function missedSince(kept: ChangeEvent[], lastId: string | null): ChangeEvent[] | null {
  if (lastId === null) return [];
  const at = kept.findIndex(({ id }) => id === lastId);
  return at === -1 ? null : kept.slice(at + 1);
}
