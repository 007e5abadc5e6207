import { readdirSync, readFileSync } from 'node:fs';

export interface FoundProcess {
  pid: number;
  group: number;
  /** The command line and the environment of the process. */
  commandLine: string;
}

/** Finds the running processes whose command line or environment names this folder: browsers and their guards. */
export function processesOf(folder: string): FoundProcess[] {
  return allProcesses().filter(({ commandLine }) => commandLine.includes(folder));
}

/** Finds the main process of a browser, which started the browser's other processes. */
export function mainProcessOf(folder: string): FoundProcess {
  const found = processesOf(folder).find(
    ({ pid, group, commandLine }) => pid === group && commandLine.includes('--headless'),
  );
  if (found === undefined) throw new Error(`No browser runs in ${folder}`);
  return found;
}

/** Finds the running processes of a group, even if they have changed their command lines. */
export function membersOf(group: number): FoundProcess[] {
  return allProcesses().filter((found) => found.group === group);
}

function allProcesses(): FoundProcess[] {
  return readdirSync('/proc').flatMap((name): FoundProcess[] => {
    if (!/^\d+$/.test(name)) return [];
    const [state, , group] = read(`${name}/stat`).split(') ').at(-1)?.split(' ') ?? [];
    // A zombie is left out, because it has already ended.
    if (state === undefined || state === '' || state === 'Z') return [];
    const reported = read(`${name}/cmdline`) + read(`${name}/environ`);
    return [{ pid: Number(name), group: Number(group), commandLine: reported }];
  });
}

/** Reads a file of `/proc`; returns an empty text when the process has just ended. */
function read(path: string): string {
  try {
    return readFileSync(`/proc/${path}`, 'utf8');
  } catch {
    return '';
  }
}
