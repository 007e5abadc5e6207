import { readdirSync, readFileSync } from 'node:fs';

/** Peak bytes by process name; processes with the same name, such as those of PostgreSQL, are added up. */
export type PeakMemory = Map<string, number>;

const SAMPLE_EVERY_MS = 200;

/** Names for command lines; the first match counts. */
const NAMES: [pattern: RegExp, name: string][] = [
  [/--headless|--type=|\/chrom(e|ium)( |$)/, 'browser'],
  [/workers\/main\.ts/, 'worker'],
  [/sandbox\/main\.ts/, 'sandbox'],
  [/guard\.mjs/, 'guard'],
  [/first-stage\.mjs/, 'first stage'],
  [/scripts\/start\.ts/, 'start'],
  [/temporal.*server/, 'temporal'],
  [/postgres/, 'postgres'],
  [/npm/, 'npm'],
];

/**
 * Samples the proportional set size of a process and all its descendants; shared pages count once. Linux only: elsewhere nothing
 * is recorded.
 * @returns a function that stops the sampling
 */
export function sampleMemory(rootPid: number, peaks: PeakMemory): () => void {
  if (process.platform !== 'linux') return () => undefined;
  const timer = setInterval(() => {
    const now = new Map<string, number>();
    for (const pid of treeOf(rootPid)) {
      const name = nameOf(pid);
      if (name !== null) now.set(name, (now.get(name) ?? 0) + memoryOf(pid));
    }
    for (const [name, bytes] of now) peaks.set(name, Math.max(peaks.get(name) ?? 0, bytes));
  }, SAMPLE_EVERY_MS);
  return () => clearInterval(timer);
}

function treeOf(rootPid: number): number[] {
  const children = new Map<number, number[]>();
  for (const entry of readdirSync('/proc')) {
    if (!/^\d+$/.test(entry)) continue;
    // The parent is the second field after the command, which is in parentheses and may contain anything.
    const parent = Number(read(`/proc/${entry}/stat`).split(') ').at(-1)?.split(' ')[1]);
    children.set(parent, [...(children.get(parent) ?? []), Number(entry)]);
  }
  const tree = [rootPid];
  for (const pid of tree) tree.push(...(children.get(pid) ?? []));
  return tree;
}

function nameOf(pid: number): string | null {
  const commandLine = read(`/proc/${pid}/cmdline`).replaceAll('\0', ' ');
  return NAMES.find(([pattern]) => pattern.test(commandLine))?.[1] ?? null;
}

/** Returns the proportional set size of a process in bytes; 0 if the process has ended, or on another system than Linux. */
export function memoryOf(pid: number): number {
  return Number(/^Pss:\s+(\d+) kB/m.exec(read(`/proc/${pid}/smaps_rollup`))?.[1] ?? 0) * 1024;
}

/** Reads a file of a process; empty when the process has just ended. */
function read(path: string): string {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return '';
  }
}
