import { createRoute, z } from '@hono/zod-openapi';
import { streamSSE, type SSEStreamingApi } from 'hono/streaming';
import type { LedgerEvent } from '../../db/queries/run-events.ts';
import type { Api, ApiTools } from '../api-env.ts';
import { callerOf } from '../client-address.ts';
import { createEventFeed, type EventReader } from '../events/event-feed.ts';
import { EVENT_TYPES, toStreamed, type EventType } from '../events/streamed-event.ts';
import { Problem } from '../problem.ts';
import { guarded, operation, problems } from '../route-parts.ts';

/** The most open streams: each holds a connection open. */
const STREAMS_MAX = 500;

/** Per key, or per address without a key: enough for a person's tabs, and far below the total. */
const STREAMS_PER_CALLER_MAX = 20;

/** The longest silence: intermediaries close idle connections, and a client that hears nothing for longer can tell that we hang. */
const QUIET_MS_MAX = 5_000;

/** How often a stream checks that its key or session is still valid. */
const CHECK_EVERY_MS = 2_000;

/** The delay before a browser reopens a cut stream; its default is three seconds. */
const REOPEN_MS = 1_000;

const eventsRoute = createRoute({
  ...guarded('read'),
  ...operation('get /api/events', 'streamEvents', 'Events'),
  summary: 'Streams changes as server-sent events',
  description:
    'Events `task`, `job`, `run` (any other workflow), `worker`, `quarantine`, `quality` (the problems of a dispensary) and `operation` (a change by the API or the command). They arrive within about a second of the change, or some seconds if only Temporal knows of it. A client that reconnects with `Last-Event-ID`, as browsers do, gets what it missed, from any API process and after a restart; `reset` if that is too much or too long ago: then reload everything. `alive` comes after five seconds without another event: a client that gets nothing for longer has lost the API.',
  request: {
    query: z.strictObject({
      types: z
        .string()
        .transform((text) => text.split(','))
        .pipe(z.array(z.enum(EVENT_TYPES)))
        .optional()
        .openapi({
          type: 'string',
          examples: ['task,worker'],
          description: 'Some of these types, separated by commas; default: all.',
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

/** Adds the stream of changes. */
export function addEventRoutes(api: Api, { db, log, listenUrl }: ApiTools): void {
  const feed = createEventFeed({ db, log, listenUrl });
  const streams = new Set<OpenStream>();
  api.openapi(eventsRoute, (c) => {
    const { types = [...EVENT_TYPES] } = c.req.valid('query');
    // A HEAD request reads no stream, and so never closes one.
    if (c.req.method === 'HEAD') return c.body(null, 200, { 'Content-Type': 'text/event-stream' }) as never;
    const own = admit(streams, callerOf(c));
    return streamSSE(c, async (stream) => {
      stream.onAbort(() => void streams.delete(own));
      try {
        await stream.write(`retry: ${REOPEN_MS}\n: listening\n\n`);
        const aborted = new AbortController();
        stream.onAbort(() => aborted.abort());
        const reader = await feed.open(c.req.header('Last-Event-ID') ?? null, aborted.signal);
        // The database is away, or the client has gone. The stream ends; a client that reconnects loses nothing.
        if (reader === null) return;
        try {
          await sendEvents(stream, reader, { types, isLetIn: c.get('isStillKnown') });
        } finally {
          reader.close();
        }
      } finally {
        streams.delete(own);
      }
    });
  });
}

interface Sent {
  types: readonly EventType[];
  /** Whether the stream's caller is still authenticated. */
  isLetIn: () => Promise<boolean>;
}

/** Sends new events while the caller is still authenticated. */
async function sendEvents(
  stream: SSEStreamingApi,
  reader: EventReader,
  { types, isLetIn }: Sent,
): Promise<void> {
  let checkedAtMs = performance.now();
  let writtenAtMs = performance.now();
  // A block with only an id is no event, but a reconnecting client sends that id.
  if (reader.isReset) await writeReset(stream, reader);
  else await stream.write(`id: ${reader.position()}\n\n`);
  while (!stream.aborted) {
    const events = await reader.next(CHECK_EVERY_MS);
    if (performance.now() >= checkedAtMs + CHECK_EVERY_MS) {
      // While the database is away the check fails, but no events arrive either, so the stream stays open.
      if (!(await isLetIn().catch(() => true))) return;
      checkedAtMs = performance.now();
    }
    const written =
      events === 'reset' ? await writeReset(stream, reader) : await writeEvents(stream, events, types);
    // Events of other types do not count as traffic.
    const isQuiet = written === 0 && performance.now() > writtenAtMs + QUIET_MS_MAX;
    if (isQuiet) await stream.writeSSE({ event: 'alive', id: String(reader.position()), data: '{}' });
    if (isQuiet || written > 0) writtenAtMs = performance.now();
  }
}

async function writeReset(stream: SSEStreamingApi, reader: EventReader): Promise<number> {
  await stream.writeSSE({ event: 'reset', id: String(reader.position()), data: '{}' });
  return 1;
}

/** Sends those events that have one of the types. @returns how many were sent */
async function writeEvents(
  stream: SSEStreamingApi,
  events: LedgerEvent[],
  types: readonly EventType[],
): Promise<number> {
  let written = 0;
  for (const event of events) {
    const { type, data } = toStreamed(event);
    if (!types.includes(type)) continue;
    await stream.writeSSE({ event: type, id: String(event.id), data: JSON.stringify(data) });
    written += 1;
  }
  return written;
}

interface OpenStream {
  caller: string;
}

/** Registers a caller's new stream. @throws Problem when too many are open */
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
