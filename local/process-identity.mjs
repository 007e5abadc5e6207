import { readdirSync, readFileSync, readlinkSync } from 'node:fs';

// Plain JavaScript, which the guard and the first stage of every npm script run as it is, on any Node from 20.

/**
 * A process that may be gone, and whose number another process may carry by now.
 * @typedef {object} ProcessIdentity
 * @property {number} pid
 * @property {string | null} startTime Ticks since boot, from /proc; null where the system has no /proc.
 */

/**
 * Who `pid` is now. Keep it in order to ask later whether that very process still runs.
 * @param {number} pid
 * @returns {ProcessIdentity}
 */
export function identifyProcess(pid) {
  return { pid, startTime: readProcStat(pid)?.startTime ?? null };
}

/**
 * Whether that very process still runs. A process that has ended but was not collected by its parent counts as gone:
 * it holds no file, port or lock any more.
 * @param {ProcessIdentity} identity
 */
export function isRunning({ pid, startTime }) {
  if (!answersSignals(pid)) return false;
  const stat = readProcStat(pid);
  if (stat === null) return true;
  // Locks of earlier versions have none.
  return stat.state !== 'Z' && ((startTime ?? null) === null || startTime === stat.startTime);
}

/**
 * Whether a process has ended and was not collected by its parent: it still answers signals.
 * @param {number} pid
 */
export function isZombie(pid) {
  return readProcStat(pid)?.state === 'Z';
}

/**
 * Whether a process group has a member that still runs. Members that have ended answer signals until somebody collects
 * them, and in a container that may be never.
 * @param {number} pgid
 */
export function isGroupRunning(pgid) {
  if (!answersSignals(-pgid)) return false;
  const members = readProcesses().filter(({ group }) => group === pgid);
  return members.length === 0 || members.some(({ state }) => state !== 'Z');
}

/**
 * Whether the process group that this process began has a member that still runs. When another process has got the
 * number since, its group is another one: a number is free again as soon as no process and no group has it.
 * @param {ProcessIdentity} leader
 */
export function isOwnGroupRunning({ pid, startTime }) {
  const now = readProcStat(pid)?.startTime ?? startTime;
  return (startTime === null || now === startTime) && isGroupRunning(pid);
}

/**
 * The running processes of a program whose working folder this is. None where the system has no /proc.
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
    // EPERM: it exists and belongs to another user.
    return error.code === 'EPERM';
  }
}

/** What the system tells of a process; the name of its program is cut after 15 characters. */
function readProcStat(pid) {
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
