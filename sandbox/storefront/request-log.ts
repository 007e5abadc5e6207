/** One request that reached the storefront. */
export interface LoggedRequest {
  n: number;
  at: string;
  method: string;
  host: string;
  path: string;
  operation: string | null;
  dispensaryId: string | null;
  page: number | null;
  /** The order in which a menu was requested; null for other requests. */
  order: 'ascending' | 'descending' | null;
  exitAddress: string;
  userAgent: string;
  /** null until the response's headers are sent; stays null if the connection is cut before that. */
  status: number | null;
  /** When the response was sent, or the client disconnected; null while the request is open. */
  endedAt: string | null;
  /** True while a fault holds the response. */
  held: boolean;
  /** The ids of the fault rules that applied to the request. */
  faults: number[];
}

interface RequestFilter {
  operation?: string | undefined;
  pathPrefix?: string | undefined;
  host?: string | undefined;
  dispensaryId?: string | undefined;
  page?: number | undefined;
  status?: number | undefined;
  exitAddress?: string | undefined;
  held?: boolean | undefined;
  since?: number | undefined;
}

export interface Totals {
  requests: number;
  throughProxy: number;
  directRefused: number;
  /** Number of responses with status 403 or 429. */
  blocked: number;
  proxyAuthFailures: number;
  /** Number of requests by exit address. */
  byProxy: Record<string, number>;
}

interface Waiting {
  filter: RequestFilter;
  count: number;
  signal: AbortSignal;
}

export interface RequestLog {
  totals: Totals;
  add(request: Omit<LoggedRequest, 'n' | 'at' | 'status' | 'endedAt' | 'held' | 'faults'>): LoggedRequest;
  /** Records how far a request is, and wakes those who wait for this. */
  update(request: LoggedRequest, change: Partial<Pick<LoggedRequest, 'status' | 'endedAt' | 'held'>>): void;
  find(filter: RequestFilter): LoggedRequest[];
  /** Resolves with the requests once enough match; rejects when the signal aborts. */
  waitFor(waiting: Waiting): Promise<LoggedRequest[]>;
  last(): number;
}

const KEPT_MAX = 10_000;

/** Creates a log that keeps the latest requests in memory, and totals over all requests. */
export function createRequestLog(): RequestLog {
  const kept: LoggedRequest[] = [];
  const watchers = new Set<() => void>();
  const totals: Totals = {
    requests: 0,
    throughProxy: 0,
    directRefused: 0,
    blocked: 0,
    proxyAuthFailures: 0,
    byProxy: {},
  };
  const find = (filter: RequestFilter) => kept.filter((request) => isMatch(request, filter));
  const wake = () => {
    for (const watcher of watchers) watcher();
  };
  return {
    totals,
    find,
    last: () => totals.requests,
    add: (request) => {
      totals.requests++;
      totals.throughProxy++;
      totals.byProxy[request.exitAddress] = (totals.byProxy[request.exitAddress] ?? 0) + 1;
      const entry = {
        n: totals.requests,
        at: new Date().toISOString(),
        ...request,
        status: null,
        endedAt: null,
        held: false,
        faults: [],
      };
      kept.push(entry);
      if (kept.length > KEPT_MAX) kept.shift();
      wake();
      return entry;
    },
    update: (request, change) => {
      Object.assign(request, change);
      if (change.status === 403 || change.status === 429) totals.blocked++;
      wake();
    },
    waitFor: ({ filter, count, signal }) => watch({ watchers, look: () => find(filter), count, signal }),
  };
}

interface Watch {
  watchers: Set<() => void>;
  look: () => LoggedRequest[];
  count: number;
  signal: AbortSignal;
}

function watch({ watchers, look, count, signal }: Watch): Promise<LoggedRequest[]> {
  return new Promise((resolve, reject) => {
    const finish = () => {
      watchers.delete(check);
      signal.removeEventListener('abort', giveUp);
    };
    const giveUp = () => {
      finish();
      reject(signal.reason as Error);
    };
    const check = () => {
      const found = look();
      if (found.length < count) return;
      finish();
      resolve(found);
    };
    if (signal.aborted) return giveUp();
    watchers.add(check);
    signal.addEventListener('abort', giveUp);
    return check();
  });
}

function isMatch(request: LoggedRequest, filter: RequestFilter): boolean {
  return (
    request.n > (filter.since ?? 0) &&
    isSame(filter.operation, request.operation) &&
    isSame(filter.host, request.host) &&
    isSame(filter.dispensaryId, request.dispensaryId) &&
    isSame(filter.page, request.page) &&
    isSame(filter.status, request.status) &&
    isSame(filter.exitAddress, request.exitAddress) &&
    isSame(filter.held, request.held) &&
    (filter.pathPrefix === undefined || request.path.startsWith(filter.pathPrefix))
  );
}

function isSame<T>(wanted: T | undefined, actual: T | null): boolean {
  return wanted === undefined || wanted === actual;
}
