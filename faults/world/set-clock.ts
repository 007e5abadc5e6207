import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The clock of a process that was started with `env`. */
export interface SetClock {
  env: Record<string, string>;
  /** Sets the clock ahead of the machine's clock; behind it if negative. */
  setAhead(milliseconds: number): Promise<void>;
}

/** Creates a clock for a process, which can be changed while that process runs. @param folder a folder that no other clock uses */
export async function setClock(folder: string, aheadMs: number): Promise<SetClock> {
  const file = join(folder, 'ahead-ms');
  const setAhead = (milliseconds: number): Promise<void> => writeFile(file, String(milliseconds));
  await setAhead(aheadMs);
  const preload = new URL('./false-clock.ts', import.meta.url);
  preload.searchParams.set('file', file);
  return { env: { NODE_OPTIONS: `--import=${preload.href}` }, setAhead };
}
