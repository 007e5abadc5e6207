import type { SandboxPorts, SandboxState } from './sandbox-state.ts';
import { writeState } from './sandbox-state.ts';
import { hashesAfter } from './storefront/operations.ts';
import type { OperationHashes } from './storefront/operations.ts';

/** What moves while the sandbox runs: the pass, which survives a restart, and the hashes, which do not. */
export interface SandboxClock {
  pass: () => number;
  /** Moves on by one pass; resolves with it once it is kept. */
  evolve: () => Promise<number>;
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
