import type { Interruption } from './wait-for-work.ts';

/** What a command that waits gets from its caller: a callback for failures, and the signal of Ctrl-C. */
export interface Caller {
  onFailure: () => void;
  interruption: Interruption;
}
