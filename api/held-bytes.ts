import type { ServerResponse } from 'node:http';
import { Problem } from './problem.ts';

/** A client that reads nothing for this long is disconnected. */
const IDLE_MS_MAX = 30_000;

/** Limits the response bytes that are in memory until clients have read them. */
export interface HeldBytes {
  /**
   * Counts a response until it is sent, or its client is gone.
   * @throws Problem when this client, or all clients together, hold too many unread bytes
   */
  hold(outgoing: ServerResponse, client: string, bytes: number): void;
}

/** Creates the counts, all at zero. @param limits in bytes */
export function createHeldBytes(limits: { perClient: number; total: number }): HeldBytes {
  const held = new Map<string, number>();
  let total = 0;
  const add = (client: string, bytes: number): void => {
    const left = (held.get(client) ?? 0) + bytes;
    if (left === 0) held.delete(client);
    else held.set(client, left);
    total += bytes;
  };
  return {
    hold(outgoing, client, bytes) {
      const ofClient = held.get(client) ?? 0;
      // A single response is allowed at any size.
      if (ofClient > 0 && ofClient + bytes > limits.perClient)
        throw tooMuch(
          'This address has not read the pictures that it requested: read them first, or close their connections.',
        );
      if (total > 0 && total + bytes > limits.total)
        throw tooMuch('Too many pictures wait for clients that do not read them.');
      if (outgoing.destroyed) return;
      add(client, bytes);
      outgoing.setTimeout(IDLE_MS_MAX, () => outgoing.destroy());
      outgoing.once('close', () => add(client, -bytes));
    },
  };
}

function tooMuch(detail: string): Problem {
  return new Problem('rate-limited', detail, { retryAfterSeconds: 1 });
}
