import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { temporaryFolder } from './temporary-folder.ts';

const FALSE_CLOCK = fileURLToPath(new URL('./false-clock.ts', import.meta.url));

/** The clock of a process that a test starts with `env`. */
export interface SetClock {
  env: Record<string, string>;
  /** @param milliseconds below 0 it goes behind */
  setAhead(milliseconds: number): Promise<void>;
}

/** A clock that is wrong by so much until the test sets it otherwise. */
export async function setClock(aheadMs: number): Promise<SetClock> {
  const file = join(await temporaryFolder('clock-'), 'ahead-ms');
  const setAhead = (milliseconds: number): Promise<void> => writeFile(file, String(milliseconds));
  await setAhead(aheadMs);
  return { env: { NODE_OPTIONS: `--import=${FALSE_CLOCK}`, FALSE_CLOCK_FILE: file }, setAhead };
}
