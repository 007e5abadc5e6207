import type { SandboxPorts, SandboxState } from './sandbox-state.ts';
import { writeState } from './sandbox-state.ts';
import type { StoreEvent } from './world/events/store-events.ts';
import { hashesAfter } from './storefront/operations.ts';
import type { OperationHashes } from './storefront/operations.ts';

/** What moves while the sandbox runs: the pass and the events, which survive a restart, and the hashes, which do not. */
export interface SandboxClock {
  pass: () => number;
  /** Moves on by one pass; resolves with it once it is kept. */
  evolve: () => Promise<number>;
  /** Those that have ended too: they still happened in passes before. */
  events: () => readonly StoreEvent[];
  /** Has an event begin with the next pass; resolves with it once it is kept. */
  addEvent: (event: Pick<StoreEvent, 'kind' | 'store' | 'seed'>) => Promise<StoreEvent>;
  /** Has all events end with the next pass; resolves with how many there were once that is kept. */
  endEvents: () => Promise<number>;
  hashes: () => OperationHashes;
  rotateHashes: () => OperationHashes;
  keepPorts: (ports: SandboxPorts) => Promise<void>;
}

/**
 * Goes on from a state that was kept, and keeps each change of it.
 * @param folder where the state is kept; a promise rejects when it cannot be written there
 */
export function createSandboxClock(folder: string, first: SandboxState): SandboxClock {
  let state = first;
  let rotations = 0;
  // Writes queue up, so that two calls at once cannot leave the older state on disk.
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
        // One that has not begun leaves no trace.
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
