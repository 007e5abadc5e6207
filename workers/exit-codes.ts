/** Exit codes of a worker: 0 a requested shutdown, 1 a crash, 2 a refused start that would be refused again. */
export const CRASHED = 1;
export const REFUSED = 2;
/** It has stopped because its memory grew, and whoever started it starts another one. */
export const OUTGROWN = 3;
