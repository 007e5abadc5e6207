import type { SandboxPorts, SandboxState } from './sandbox-state.ts';
import { writeState } from './sandbox-state.ts';
import type { StoreEvent } from './world/events/store-events.ts';
import { hashesAfter } from './storefront/operations.ts';
import type { OperationHashes } from './storefront/operations.ts';

/**
 * The state that changes while the sandbox runs: the pass and the events, which survive a restart, and the hashes, which do not.
 */
export interface SandboxClock {
  pass: () => number;
  /** Advances by one pass; resolves with its number once it is saved. */
  evolve: () => Promise<number>;
  /** Returns all events, including ended ones, because those still apply to earlier passes. */
  events: () => readonly StoreEvent[];
  /** Adds an event that begins with the next pass; resolves with the event once it is saved. */
  addEvent: (event: Pick<StoreEvent, 'kind' | 'store' | 'seed'>) => Promise<StoreEvent>;
  /** Ends all events with the next pass; resolves with the number of ended events once that is saved. */
  endEvents: () => Promise<number>;
  hashes: () => OperationHashes;
  rotateHashes: () => OperationHashes;
  keepPorts: (ports: SandboxPorts) => Promise<void>;
}

/**
 * Creates a clock that continues from a saved state, and saves each change.
 * @param folder where the state is saved; if saving fails, the promise of the change rejects
 */
export function createSandboxClock(folder: string, first: SandboxState): SandboxClock {
  let state = first;
  let rotations = 0;
  // Writes are queued, so that of two concurrent calls the later one leaves its state on disk.
  let lastWrite = Promise.resolve();
  const keep = () => {
    const snapshot = state;
    lastWrite = lastWrite.then(() => writeState(folder, snapshot));
    return lastWrite;
  };
  return {
    pass: () => state.pass,
    events: () => state.events,
    addEvent: async (added) => {
      const event = { ...added, fromPass: state.pass + 1, untilPass: null };
      state = { ...state, events: [...state.events, event] };
      await keep();
      return event;
    },
    endEvents: async () => {
      const open = state.events.filter(({ untilPass }) => untilPass === null);
      const { events, pass } = state;
      state = {
        ...state,
        // An event that has not begun is dropped.
        events: events
          .filter(({ fromPass }) => fromPass <= pass)
          .map((event) => ({ ...event, untilPass: event.untilPass ?? pass + 1 })),
      };
      await keep();
      return open.length;
    },
    hashes: () => hashesAfter(rotations),
    rotateHashes: () => hashesAfter(++rotations),
    evolve: async () => {
      const pass = state.pass + 1;
      state = { ...state, pass };
      await keep();
      return pass;
    },
    keepPorts: (ports) => {
      state = { ...state, ports };
      return keep();
    },
  };
}
