import { qualitySettings } from '../../config/quality-settings.ts';
import { createRoute, z } from '@hono/zod-openapi';
import { streamSSE } from 'hono/streaming';
import type { Api, ApiTools } from '../api-env.ts';
import { callerOf } from '../client-address.ts';
import { createChangeFeed, RESET, type ChangeEvent } from '../events/change-feed.ts';
import { LEDGER_WINDOW_MS, watchLedger } from '../events/watch-ledger.ts';
import { Problem } from '../problem.ts';
import { guarded, problems } from '../route-parts.ts';

const TYPES = ['task', 'job', 'worker', 'quarantine', 'quality', 'operation'] as const;

/** Each holds a connection open. */
const STREAMS_MAX = 500;

/** With one key, or from one address without a key: one for each of a person's tabs, and far from all. */
const STREAMS_PER_CALLER_MAX = 20;

/** Something has to be sent now and then, or what is between us and the listener closes the connection. */
const QUIET_MS_MAX = 15_000;

/** Whose key is void by then is not let in again; a browser comes back by itself. */
const STREAM_MS_MAX = 5 * 60_000;

/** Events that wait for a slow listener; it is told to load anew instead. */
const WAITING_MAX = 1_000;

const eventsRoute = createRoute({
  ...guarded('read'),
  method: 'get',
  path: '/api/events',
  operationId: 'streamEvents',
  tags: ['Events'],
  summary: 'Tells what changed, as server-sent events',
  description:
    'Events `task`, `job`, `worker`, `quarantine`, `quality` (the problems of a dispensary) and `operation` (what somebody did by the API or the command), within about a second of the change, or some for what Temporal alone knows; `reset` when some were missed, after which everything is to be loaded anew. A browser that comes back sends `Last-Event-ID` by itself.',
  request: {
    query: z.strictObject({
      types: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(z.enum(TYPES)))
        .optional()
        .openapi({
          type: 'string',
          examples: ['task,worker'],
          description: 'Some of them, with commas between.',
        }),
    }),
  },
  responses: {
    200: {
      description: 'A stream without an end.',
      content: { 'text/event-stream': { schema: z.string() } },
    },
    ...problems('too-many-streams'),
  },
});

/** The stream of what changes. */
export function addEventRoutes(api: Api, { db, log, environment }: ApiTools): void {
  const feed = createChangeFeed(
    watchLedger({ db, qualityRule: qualitySettings(environment) }),
    log,
    LEDGER_WINDOW_MS,
  );
  const streams = new Set<OpenStream>();
  api.openapi(eventsRoute, (c) => {
    const { types = [...TYPES] } = c.req.valid('query');
    // Whoever asks for the head alone reads no stream, and so never ends one.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' }) as never;
    const own = admit(streams, callerOf(c));
    return streamSSE(c, async (stream) => {
      const queue = createQueue();
      const { missed, stop } = feed.listen(
        (event) => queue.put(event),
        c.req.header('Last-Event-ID') ?? null,
      );
      const end = (): void => {
        stop();
        queue.close();
        streams.delete(own);
      };
      stream.onAbort(end);
      await stream.write(': listening\n\n');
      if (missed === null) await stream.writeSSE({ event: 'reset', data: '{}' });
      for (const event of missed ?? []) queue.put(event);
      const endsAtMs = performance.now() + STREAM_MS_MAX;
      while (!stream.aborted && performance.now() < endsAtMs) {
        const event = await queue.take(QUIET_MS_MAX);
        if (event === 'closed') break;
        if (event === 'quiet') await stream.write(': still here\n\n');
        else if (event === 'overrun' || event.type === RESET)
          await stream.writeSSE({ event: 'reset', data: '{}' });
        else if ((types as string[]).includes(event.type))
          await stream.writeSSE({ event: event.type, id: event.id, data: JSON.stringify(event.data) });
      }
      end();
    });
  });
}

interface OpenStream {
  caller: string;
}

/** Notes one more stream of a caller. @throws Problem when too many are open */
function admit(streams: Set<OpenStream>, caller: string): OpenStream {
  if ([...streams].filter((stream) => stream.caller === caller).length >= STREAMS_PER_CALLER_MAX)
    throw new Problem(
      'rate-limited',
      `${STREAMS_PER_CALLER_MAX} streams are open with this key, or from this address without a key. Close one, or have one program listen and pass the events on.`,
      { retryAfterSeconds: 30 },
    );
  if (streams.size >= STREAMS_MAX)
    throw new Problem('too-many-streams', `${STREAMS_MAX} streams are open already.`, {
      retryAfterSeconds: 30,
    });
  const own = { caller };
  streams.add(own);
  return own;
}

type Taken = ChangeEvent | 'quiet' | 'overrun' | 'closed';

/** What waits to be written to one listener. */
function createQueue() {
  let waiting: ChangeEvent[] = [];
  let isOverrun = false;
  let isClosed = false;
  let wake: (() => void) | null = null;
  const next = (): Taken | null => {
    if (isClosed) return 'closed';
    if (isOverrun) {
      isOverrun = false;
      return 'overrun';
    }
    return waiting.shift() ?? null;
  };
  return {
    put(event: ChangeEvent): void {
      waiting.push(event);
      if (waiting.length > WAITING_MAX) {
        waiting = [];
        isOverrun = true;
      }
      wake?.();
    },
    close(): void {
      isClosed = true;
      wake?.();
    },
    /** The next event; `quiet` when none came for so long. */
    async take(milliseconds: number): Promise<Taken> {
      const now = next();
      if (now !== null) return now;
      const { promise, resolve } = Promise.withResolvers<void>();
      wake = resolve;
      const timer = setTimeout(resolve, milliseconds);
      await promise;
      clearTimeout(timer);
      return next() ?? 'quiet';
    },
  };
}
