import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';

/** The clock of a process that is started with `env`. */
export interface SetClock {
  env: Record<string, string>;
  /** @param milliseconds negative: behind the machine's clock */
  setAhead(milliseconds: number): Promise<void>;
}

/** Creates a clock that can be set while its process runs. @param folder that no other clock uses */
export async function setClock(folder: string, aheadMs: number): Promise<SetClock> {
  const file = join(folder, 'ahead-ms');
  const setAhead = (milliseconds: number): Promise<void> => writeFile(file, String(milliseconds));
  await setAhead(aheadMs);
  const preload = new URL('./false-clock.ts', import.meta.url);
  preload.searchParams.set('file', file);
  return { env: { NODE_OPTIONS: `--import=${preload.href}` }, setAhead };
}
