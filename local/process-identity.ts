import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

/** A process that may be gone, and whose number another process may carry by now. */
export interface ProcessIdentity {
  pid: number;
  /** Ticks since boot, from /proc; null where the system has no /proc. */
  startTime: string | null;
}

/** Who `pid` is now. Keep it in order to ask later whether that very process still runs. */
export function identifyProcess(pid: number): ProcessIdentity {
  return { pid, startTime: readProcStat(pid)?.startTime ?? null };
}

/**
 * Whether that very process still runs. A process that has ended but was not collected by its parent counts as gone:
 * it holds no file, port or lock any more.
 */
export function isRunning({ pid, startTime }: ProcessIdentity): boolean {
  if (!answersSignals(pid)) return false;
  const stat = readProcStat(pid);
  if (stat === null) return true;
  return stat.state !== 'Z' && (startTime === null || startTime === stat.startTime);
}

/** Whether a process has ended and was not collected by its parent: it still answers signals. */
export function isZombie(pid: number): boolean {
  return readProcStat(pid)?.state === 'Z';
}

/**
 * Whether a process group has a member that still runs. Members that have ended answer signals until somebody collects
 * them, and in a container that may be never.
 */
export function isGroupRunning(pgid: number): boolean {
  if (!answersSignals(-pgid)) return false;
  const members = readProcesses().filter(({ group }) => group === pgid);
  return members.length === 0 || members.some(({ state }) => state !== 'Z');
}

/** The running processes of a program whose working folder this is. None where the system has no /proc. */
export function processesIn(folder: string, program: string): number[] {
  return readProcesses()
    .filter(({ name, state }) => name === program && state !== 'Z')
    .map(({ pid }) => pid)
    .filter((pid) => workingFolder(pid) === folder);
}

function workingFolder(pid: number): string | null {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function readProcesses(): ProcStat[] {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map((pid) => readProcStat(Number(pid))).filter((stat) => stat !== null);
  } catch {
    return [];
  }
}

function answersSignals(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: it exists and belongs to another user.
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
}

interface ProcStat {
  pid: number;
  /** Of the program, cut after 15 characters. */
  name: string;
  state: string;
  group: number;
  startTime: string;
}

function readProcStat(pid: number): ProcStat | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses and may itself hold spaces and parentheses.
    const [state, , group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const startTime = rest[16];
    if (state === undefined || startTime === undefined) return null;
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return { pid, name, state, group: Number(group), startTime };
  } catch {
    return null;
  }
}
