import { readdirSync, readFileSync } from 'node:fs';

/** Returns the time at which a process started, in ticks since boot; null when the process has exited or the system has no /proc. */
export function startTimeOf(pid: number): string | null {
  return readStat(pid)?.startTime ?? null;
}

/** Whether a process group has a running member. Zombies do not count. */
export function isGroupAlive(group: number): boolean {
  try {
    process.kill(-group, 0);
  } catch (error) {
    return (error as NodeJS.ErrnoException).code === 'EPERM';
  }
  if (process.platform !== 'linux') return true;
  return readdirSync('/proc').some((name) => {
    const stat = /^\d+$/.test(name) ? readStat(Number(name)) : null;
    return stat !== null && stat.group === group && stat.state !== 'Z';
  });
}

function readStat(pid: number): { state: string; group: number; startTime: string } | null {
  try {
    const stat = readFileSync(`/proc/${pid}/stat`, 'utf8');
    // The program's name is in parentheses, and may itself contain spaces and parentheses.
    const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ');
    return { state: fields[0] ?? '', group: Number(fields[2]), startTime: fields[19] ?? '' };
  } catch {
    return null;
  }
}
