import { readFileSync } from 'node:fs';

/** A process that allocates as fast as it can takes a few hundred MB in this time. */
const WATCH_EVERY_MS = 250;

/**
 * Watches the resident memory of a process and its descendants, since a limit of the heap misses buffers. Does nothing on machines
 * without /proc.
 * @param onExceeded called once, with the used memory
 */
export function watchMemory(
  pid: number | undefined,
  limitMb: number,
  onExceeded: (usedMb: number) => void,
): { stop(): void } {
  const timer = setInterval(() => {
    const usedMb = Math.ceil(residentKb(pid) / 1024);
    if (usedMb <= limitMb) return;
    clearInterval(timer);
    onExceeded(usedMb);
  }, WATCH_EVERY_MS);
  timer.unref();
  return { stop: () => clearInterval(timer) };
}

function residentKb(pid: number | string | undefined): number {
  const [, own = '0'] = /^VmRSS:\s+(\d+) kB$/m.exec(read(`/proc/${pid}/status`)) ?? [];
  const children = read(`/proc/${pid}/task/${pid}/children`).split(' ').filter(Boolean);
  return children.reduce((sum, child) => sum + residentKb(child), Number(own));
}

function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
