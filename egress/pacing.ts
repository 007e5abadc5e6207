import { setTimeout as wait } from 'node:timers/promises';
import type { RequestPacing } from './session.ts';

export interface PacingPorts {
  /** Reserves the host's next slot; answers the milliseconds to wait for it. */
  reserveRequestSlot(host: string): Promise<number>;
}

/** The pace of requests, kept in the database for all workers. */
export function createPacing(ports: PacingPorts): RequestPacing {
  return {
    async takeTurn({ url, signal }) {
      const waitMs = await ports.reserveRequestSlot(new URL(url).host);
      if (waitMs > 0) await wait(waitMs, undefined, { signal });
      return { end: async () => undefined };
    },
  };
}
