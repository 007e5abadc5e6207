import { readdirSync, readFileSync } from 'node:fs';

/** The kernel counts processor time in hundredths of a second on every machine that Node runs on. */
const TICK_MS = 10;

/** The combined use of a process tree. */
export interface TreeUse {
  /** Resident memory in bytes; memory shared by several processes counts once for each. */
  residentBytes: number;
  /**
   * The anonymous part, which cannot be reclaimed, as control groups count it; equals `residentBytes` if the kernel does not
   * report it.
   */
  anonymousBytes: number;
  /** Processor time so far in milliseconds, including ended children. */
  cpuMs: number;
}

/** Reads `/proc/<pid>/<file>`; null if the process has ended. */
export type ReadProcessFile = (pid: number, file: 'stat' | 'status') => string | null;

/**
 * Measures what a process and its descendants use, such as a worker and its browsers; without `/proc`, what this process alone
 * uses.
 * @param rootPid the top of the tree
 */
export function readTreeUse(rootPid: number): TreeUse {
  let pids: number[];
  try {
    pids = readdirSync('/proc').map(Number).filter(Number.isInteger);
  } catch {
    const { user, system } = process.cpuUsage();
    const residentBytes = process.memoryUsage.rss();
    return { residentBytes, anonymousBytes: residentBytes, cpuMs: (user + system) / 1e3 };
  }
  return sumTree(rootPid, pids, readProcessFile);
}

/** Sums up a process tree. @param pids every process of the machine */
export function sumTree(rootPid: number, pids: number[], read: ReadProcessFile): TreeUse {
  const processes = new Map<number, { parent: number; cpuMs: number }>();
  for (const pid of pids) {
    const stat = read(pid, 'stat');
    if (stat !== null) processes.set(pid, parseStat(stat));
  }
  const use: TreeUse = { residentBytes: 0, anonymousBytes: 0, cpuMs: 0 };
  for (const [pid, { cpuMs }] of processes) {
    if (!isBelow(pid, rootPid, processes)) continue;
    use.cpuMs += cpuMs;
    const status = read(pid, 'status') ?? '';
    const residentBytes = bytesOf(status, 'VmRSS') ?? 0;
    use.residentBytes += residentBytes;
    use.anonymousBytes += bytesOf(status, 'RssAnon') ?? residentBytes;
  }
  return use;
}

function bytesOf(status: string, field: string): number | null {
  const kilobytes = new RegExp(`^${field}:\\s+(\\d+) kB$`, 'm').exec(status)?.[1];
  return kilobytes === undefined ? null : 1024 * Number(kilobytes);
}

/** Parses a stat line. The process's name in it may contain spaces and parentheses, so parse after the last parenthesis. */
function parseStat(stat: string): { parent: number; cpuMs: number } {
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number);
  const [user = 0, system = 0, childrenUser = 0, childrenSystem = 0] = fields.slice(11, 15);
  return { parent: fields[1] ?? 0, cpuMs: (user + system + childrenUser + childrenSystem) * TICK_MS };
}

function isBelow(pid: number, rootPid: number, processes: Map<number, { parent: number }>): boolean {
  for (let at: number | undefined = pid; at !== undefined && at > 0; at = processes.get(at)?.parent) {
    if (at === rootPid) return true;
  }
  return false;
}

function readProcessFile(pid: number, file: string): string | null {
  try {
    return readFileSync(`/proc/${pid}/${file}`, 'utf8');
  } catch {
    return null;
  }
}
