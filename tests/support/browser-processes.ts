import { readdirSync, readFileSync } from 'node:fs';

export interface FoundProcess {
  pid: number;
  group: number;
  /** Its command line and its environment. */
  told: string;
}

/** The processes that run now and name this folder: browsers, and the guards of browsers. */
export function processesOf(folder: string): FoundProcess[] {
  return allProcesses().filter(({ told }) => told.includes(folder));
}

/** The one process that the others of its browser come from. */
export function mainProcessOf(folder: string): FoundProcess {
  const found = processesOf(folder).find(
    ({ pid, group, told }) => pid === group && told.includes('--headless'),
  );
  if (found === undefined) throw new Error(`No browser runs in ${folder}`);
  return found;
}

/** The processes of a group that run now, whatever they have made of their command lines. */
export function membersOf(group: number): FoundProcess[] {
  return allProcesses().filter((found) => found.group === group);
}

function allProcesses(): FoundProcess[] {
  return readdirSync('/proc').flatMap((name): FoundProcess[] => {
    if (!/^\d+$/.test(name)) return [];
    const [state, , group] = read(`${name}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    // One that has ended and was not collected is no process any more.
    if (state === undefined || state === '' || state === 'Z') return [];
    const told = read(`${name}/cmdline`) + read(`${name}/environ`);
    return [{ pid: Number(name), group: Number(group), told }];
  });
}

/** Empty for a process that has just ended. */
function read(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
