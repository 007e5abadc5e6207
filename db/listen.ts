import { setTimeout as sleep } from 'node:timers/promises';
import { Client } from 'pg';
import { KEEP_ALIVE } from './bounded-pool.ts';

const CONNECT_MS_MAX = 10_000;

const RECONNECT_AFTER_MS = 1_000;

interface ListenOptions {
  /** A server's own: poolers that share connections between transactions deliver no notifications. */
  url: string;
  channel: string;
  /** Called for each notification, and when the connection is made, since some may have been missed before. */
  onNotification: () => void;
  /** Called once for each connection that breaks or cannot be made. */
  onLost: (error: Error) => void;
}

/**
 * Listens for notifications over a connection of its own, and connects again when it breaks.
 * @returns ends it
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
    // A rejection that comes after the end was wished is no failure.
    ended.catch(() => undefined);
    await client.end().catch(() => undefined);
  }
}
