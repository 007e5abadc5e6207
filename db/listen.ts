import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { KEEP_ALIVE } from './bounded-pool.ts';

const CONNECT_MS_MAX = 10_000;

const RECONNECT_AFTER_MS = 1_000;

interface ListenOptions {
  /** A direct URL of the server: poolers that share connections between transactions deliver no notifications. */
  url: string;
  channel: string;
  /** Called for each notification, and after each connect, since notifications may have been missed before. */
  onNotification: () => void;
  /** Called once for each connection that breaks or fails. */
  onLost: (error: Error) => void;
}

/**
 * Listens for notifications on a connection of its own, and reconnects when it breaks.
 * @returns a function that stops listening
 */
export function listenTo(options: ListenOptions): () => Promise<void> {
  const stopping = new AbortController();
  const done = keepListening(options, stopping.signal);
  return async () => {
    stopping.abort();
    await done;
  };
}

async function keepListening(options: ListenOptions, signal: AbortSignal): Promise<void> {
  while (!signal.aborted) {
    try {
      await listenOnce(options, signal);
    } catch (error) {
      if (signal.aborted) return;
      options.onLost(error instanceof Error ? error : new Error(String(error)));
    }
    await sleep(RECONNECT_AFTER_MS, undefined, { signal, ref: false }).catch(() => undefined);
  }
}

async function listenOnce(
  { url, channel, onNotification }: ListenOptions,
  signal: AbortSignal,
): Promise<void> {
  const client = new Client({
    connectionString: url,
    application_name: 'crawlchain-events',
    connectionTimeoutMillis: CONNECT_MS_MAX,
    ...KEEP_ALIVE,
  });
  const { promise: ended, resolve, reject } = Promise.withResolvers<void>();
  client.on('error', reject);
  client.on('end', () => reject(new Error('The server closed the connection.')));
  client.on('notification', onNotification);
  const end = (): void => resolve();
  signal.addEventListener('abort', end);
  try {
    await client.connect();
    await client.query(`listen ${client.escapeIdentifier(channel)}`);
    onNotification();
    await ended;
  } finally {
    signal.removeEventListener('abort', end);
    // A rejection after the requested end is not a failure.
    ended.catch(() => undefined);
    await client.end().catch(() => undefined);
  }
}
