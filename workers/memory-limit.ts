import { readFileSync } from 'node:fs';
import { totalmem } from 'node:os';
import { dirname } from 'node:path';

type ReadText = (path: string) => string | null;

/**
 * How much memory this process may use, in bytes: the least of what its control groups allow, of the second version or
 * the first, each with those that it lies in, and of what the machine has.
 */
export function memoryLimit(read: ReadText = readOrNull, machineBytes: number = totalmem()): number {
  const groups = (read('/proc/self/cgroup') ?? '').split('\n').flatMap((line) => {
    const [number, controllers = '', ...path] = line.split(':');
    if (number === '0') return limitFiles('/sys/fs/cgroup', path.join(':'), 'memory.max');
    if (!controllers.split(',').includes('memory')) return [];
    return limitFiles('/sys/fs/cgroup/memory', path.join(':'), 'memory.limit_in_bytes');
  });
  // `max`, or no file, is no limit; the first version writes a number larger than any machine.
  const limits = groups.map((file) => Number.parseInt(read(file) ?? '', 10)).filter((limit) => limit > 0);
  return Math.min(machineBytes, ...limits);
}

/** The file of a group and of each one around it; in a container the path may lead outside, and only the top is there. */
function limitFiles(mount: string, path: string, file: string): string[] {
  const files: string[] = [];
  for (let folder = path; folder !== '/' && folder !== '.'; folder = dirname(folder)) {
    files.push(`${mount}${folder}/${file}`);
  }
  return [...files, `${mount}/${file}`];
}

function readOrNull(path: string): string | null {
  try {
    return readFileSync(path, 'utf8');
  } catch {
    return null;
  }
}
