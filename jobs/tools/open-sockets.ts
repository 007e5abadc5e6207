import { readFileSync } from 'node:fs';

/** All before the path is without spaces but those between the columns. */
const PATH_OF_LINE = /^(?:\S+\s+){7}(\/.*)$/;

/**
 * Returns the paths of the sockets in files that programs of this machine's network have, except those below a folder. None on
 * machines without /proc.
 */
export function openSockets(folder: string): string[] {
  const paths = listOfSockets()
    .split('\n')
    .flatMap((line) => PATH_OF_LINE.exec(line)?.[1] ?? []);
  return [...new Set(paths)].filter((path) => !path.startsWith(`${folder}/`));
}

function listOfSockets(): string {
  try {
    return readFileSync('/proc/net/unix', 'utf8');
  } catch {
    return '';
  }
}
