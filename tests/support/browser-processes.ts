import { readdirSync, readFileSync } from 'node:fs';

export interface FoundProcess {
  pid: number;
  group: number;
  /** Its command line and its environment. */
  told: string;
}

/** The running processes that name this folder: browsers and their guards. */
export function processesOf(folder: string): FoundProcess[] {
  return allProcesses().filter(({ told }) => told.includes(folder));
}

/** The main process of a browser, which started its others. */
export function mainProcessOf(folder: string): FoundProcess {
  const found = processesOf(folder).find(
    ({ pid, group, told }) => pid === group && told.includes('--headless'),
  );
  if (found === undefined) throw new Error(`No browser runs in ${folder}`);
  return found;
}

/** The running processes of a group, even if they changed their command lines. */
export function membersOf(group: number): FoundProcess[] {
  return allProcesses().filter((found) => found.group === group);
}

function allProcesses(): FoundProcess[] {
  return readdirSync('/proc').flatMap((name): FoundProcess[] => {
    if (!/^\d+$/.test(name)) return [];
    const [state, , group] = read(`${name}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    // A zombie has already ended.
    if (state === undefined || state === '' || state === 'Z') return [];
    const reported = read(`${name}/cmdline`) + read(`${name}/environ`);
    return [{ pid: Number(name), group: Number(group), told: reported }];
  });
}

/** Empty when the process has just ended. */
function read(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
