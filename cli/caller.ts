import type { Interruption } from './wait-for-work.ts';

/** How a command that waits tells its caller how it went. */
export interface Caller {
  onFailure: () => void;
  interruption: Interruption;
}
