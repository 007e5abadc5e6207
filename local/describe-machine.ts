import { cpus, totalmem } from 'node:os';

/** Describes this machine briefly, for reports of measurements. */
export function describeMachine(): string {
  const memoryGiB = Math.round(totalmem() / 2 ** 30);
  return `${cpus().length} × ${cpus()[0]?.model.trim() ?? 'unknown'}, ${memoryGiB} GiB, Node ${process.version}`;
}
