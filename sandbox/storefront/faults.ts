import type { LoggedRequest } from './request-log.ts';

/** The requests that a rule applies to; absent fields match all. */
interface FaultMatch {
  exitAddress?: string | undefined;
  /** Any part of the user agent. */
  userAgent?: string | undefined;
  host?: string | undefined;
  operation?: string | undefined;
  pathPrefix?: string | undefined;
  dispensaryId?: string | undefined;
  page?: number | undefined;
  order?: 'ascending' | 'descending' | undefined;
}

type FaultAction =
  | {
      type: 'status';
      status: number;
      headers?: Record<string, string> | undefined;
      body?: string | undefined;
      contentType?: string | undefined;
    }
  | { type: 'latency'; ms: number }
  | { type: 'truncate' }
  | { type: 'cut' }
  | { type: 'body'; body: string; contentType: string }
  | { type: 'hold' }
  /** Replaces the last products of a page by its first ones, as when a menu shifts during paging. */
  | { type: 'repeat'; count: number }
  | { type: 'persistedQueryNotFound' };

export interface FaultRule {
  match: FaultMatch;
  /** How many requests the rule applies to; absent: all. */
  times?: number | undefined;
  /** How many matching requests pass before the rule applies; absent: none. */
  after?: number | undefined;
  action: FaultAction;
}

/** What happens to the response once the delays and holds are over; null: nothing. */
export type FaultVerdict = Exclude<FaultAction, { type: 'latency' | 'hold' }> | null;

export interface Faults {
  add(rules: readonly FaultRule[]): number[];
  clear(): void;
  /** Releases every held request; returns how many there were. */
  release(): number;
  count(): number;
  /** Delays and holds the request as the rules say, then returns how to break the response. */
  strike(request: LoggedRequest, gone: AbortSignal): Promise<FaultVerdict>;
}

interface ActiveRule extends FaultRule {
  id: number;
  seen: number;
}

export type SetHeld = (request: LoggedRequest, held: boolean) => void;

/** Creates an empty list of faults. They apply in the order in which they were added. */
export function createFaults(setHeld: SetHeld): Faults {
  let rules: ActiveRule[] = [];
  let nextId = 1;
  const held = new Set<() => void>();
  const release = () => {
    const count = held.size;
    for (const letGo of held) letGo();
    return count;
  };
  const hold = async (request: LoggedRequest, gone: AbortSignal) => {
    await waitUntil(gone, (done) => {
      held.add(done);
      setHeld(request, true);
      return () => held.delete(done);
    });
    setHeld(request, false);
  };
  return {
    release,
    count: () => rules.length,
    add: (added) => {
      const active = added.map((rule) => ({ ...rule, id: nextId++, seen: 0 }));
      rules.push(...active);
      return active.map((rule) => rule.id);
    },
    clear: () => {
      rules = [];
      release();
    },
    strike: async (request, gone) => {
      // A rule counts as used when it is chosen, before any waiting, so that two concurrent requests cannot both use it.
      for (const rule of chooseRules(rules, request)) {
        request.faults.push(rule.id);
        const { action } = rule;
        if (action.type === 'hold') await hold(request, gone);
        else if (action.type === 'latency') await delay(action.ms, gone);
        else return action;
      }
      return null;
    },
  };
}

// Chooses the rules for a request: all delays and holds, until the first rule that decides the response. Later rules are ignored.
function chooseRules(rules: readonly ActiveRule[], request: LoggedRequest): ActiveRule[] {
  const chosen: ActiveRule[] = [];
  for (const rule of rules) {
    if (!isMatch(request, rule.match)) continue;
    const first = rule.after ?? 0;
    const isSpent = rule.seen >= first + (rule.times ?? Number.POSITIVE_INFINITY);
    if (isSpent) continue;
    rule.seen++;
    if (rule.seen <= first) continue;
    chosen.push(rule);
    if (rule.action.type !== 'hold' && rule.action.type !== 'latency') break;
  }
  return chosen;
}

function isMatch(request: LoggedRequest, match: FaultMatch): boolean {
  return (
    isSame(match.exitAddress, request.exitAddress) &&
    isSame(match.host, request.host) &&
    isSame(match.operation, request.operation) &&
    isSame(match.dispensaryId, request.dispensaryId) &&
    isSame(match.page, request.page) &&
    isSame(match.order, request.order) &&
    (match.userAgent === undefined || request.userAgent.includes(match.userAgent)) &&
    (match.pathPrefix === undefined || request.path.startsWith(match.pathPrefix))
  );
}

function isSame<T>(wanted: T | undefined, actual: T | null): boolean {
  return wanted === undefined || wanted === actual;
}

function delay(ms: number, gone: AbortSignal): Promise<void> {
  return waitUntil(gone, (done) => {
    const timer = setTimeout(done, ms);
    return () => clearTimeout(timer);
  });
}

// Waits until `start` calls back or the client disconnects, whichever comes first.
function waitUntil(gone: AbortSignal, start: (done: () => void) => () => void): Promise<void> {
  return new Promise((resolve) => {
    if (gone.aborted) return resolve();
    const done = () => {
      stop();
      gone.removeEventListener('abort', done);
      resolve();
    };
    const stop = start(done);
    gone.addEventListener('abort', done);
  });
}
