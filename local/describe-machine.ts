import { cpus, totalmem } from 'node:os';

/** This machine in a few words, for reports of what was measured on it. */
export function describeMachine(): string {
  const memoryGiB = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${memoryGiB} GiB, Node ${process.version}`;
}
