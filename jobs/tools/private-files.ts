import { open, readdir, realpath } from 'node:fs/promises';
import { join } from 'node:path';

/** Has the code of what `pip install --user` installs. */
const KEPT = '.local';

const FIRST_LINE_MAX = 512;

/**
 * Returns what a home folder has of settings, keys and passwords: all that begins with a dot, but what programs need to run.
 * @param programs paths
 */
export async function privateFiles(home: string, programs: readonly string[]): Promise<string[]> {
  const names = await readdir(home).catch((): string[] => []);
  const needed = (await Promise.all(programs.map(pathsOf))).flat();
  return names
    .filter((name) => name.startsWith('.') && name !== KEPT)
    .map((name) => join(home, name))
    .filter((path) => !needed.some((other) => other.startsWith(`${path}/`)));
}

/** Returns where a program is, and where the one is that interprets it. */
async function pathsOf(program: string): Promise<string[]> {
  const interpreter = /^#!\s*(\/\S+)/.exec(await firstBytes(program))?.[1];
  const paths = interpreter === undefined ? [program] : [program, interpreter];
  return [...paths, ...(await Promise.all(paths.map((path) => realpath(path).catch(() => path))))];
}

async function firstBytes(path: string): Promise<string> {
  const file = await open(path);
  try {
    const { buffer, bytesRead } = await file.read(Buffer.alloc(FIRST_LINE_MAX));
    return buffer.toString('latin1', 0, bytesRead);
  } finally {
    await file.close();
  }
}
