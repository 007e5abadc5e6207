import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

// Plain JavaScript, which the guard and the first stage of every npm script run without a build, on any Node from 20.

/**
 * A process that may have ended, and whose number may belong to another process by now.
 * @typedef {object} ProcessIdentity
 * @property {number} pid
 * @property {string | null} startTime Ticks since boot, from /proc; null where the system has no /proc.
 */

/**
 * Returns the identity of the process that has this number now, to check later whether the same process still runs.
 * @param {number} pid
 * @returns {ProcessIdentity}
 */
export function identifyProcess(pid) {
  return { pid, startTime: readProcStat(pid)?.startTime ?? null };
}

/**
 * Whether this very process still runs. A zombie does not count as running: it holds no file, port or lock any more.
 * @param {ProcessIdentity} identity
 */
export function isRunning({ pid, startTime }) {
  if (!answersSignals(pid)) return false;
  const stat = readProcStat(pid);
  if (stat === null) return true;
  // Locks of earlier versions have no start time.
  return stat.state !== 'Z' && ((startTime ?? null) === null || startTime === stat.startTime);
}

/**
 * Whether a process is a zombie, which still answers signals.
 * @param {number} pid
 */
export function isZombie(pid) {
  return readProcStat(pid)?.state === 'Z';
}

/**
 * Whether a process group has a running member. Zombies answer signals until they are collected, which in a container may never
 * happen.
 * @param {number} pgid
 */
export function isGroupRunning(pgid) {
  if (!answersSignals(-pgid)) return false;
  const members = readProcesses().filter(({ group }) => group === pgid);
  return members.length === 0 || members.some(({ state }) => state !== 'Z');
}

/**
 * Whether the process group that this process leads has a running member. If another process has the number now, its group is
 * another one: a number is reused only when no process and no group has it.
 * @param {ProcessIdentity} leader
 */
export function isOwnGroupRunning({ pid, startTime }) {
  const now = readProcStat(pid)?.startTime ?? startTime;
  return (startTime === null || now === startTime) && isGroupRunning(pid);
}

/**
 * Returns the ids of a program's running processes with this working folder. None if the system has no /proc.
 * @param {string} folder
 * @param {string} program
 */
export function processesIn(folder, program) {
  return readProcesses()
    .filter(({ name, state }) => name === program && state !== 'Z')
    .map(({ pid }) => pid)
    .filter((pid) => workingFolder(pid) === folder);
}

function workingFolder(pid) {
  try {
    return readlinkSync(`/proc/${pid}/cwd`);
  } catch {
    return null;
  }
}

function readProcesses() {
  try {
    const pids = readdirSync('/proc').filter((name) => /^\d+$/.test(name));
    return pids.map((pid) => readProcStat(Number(pid))).filter((stat) => stat !== null);
  } catch {
    return [];
  }
}

function answersSignals(pid) {
  try {
    process.kill(pid, 0);
    return true;
  } catch (error) {
    // EPERM: the process exists and belongs to another user.
    return error.code === 'EPERM';
  }
}

/** Reads a process's /proc entry; its program's name is cut after 15 characters. */
function readProcStat(pid) {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The second field is the program's name in parentheses, which may itself contain spaces and parentheses.
    const [state, , group, ...rest] = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    const startTime = rest[16];
    if (state === undefined || startTime === undefined) return null;
    const name = stat.slice(stat.indexOf('(') + 1, stat.lastIndexOf(')'));
    return { pid, name, state, group: Number(group), startTime };
  } catch {
    return null;
  }
}
