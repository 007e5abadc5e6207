import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readEnvironment } from '../../config/environment.ts';
import { CommandRefused } from '../command-refused.ts';

/** The address of a named API, and the key for it. */
export interface Context {
  /** Without a trailing slash. */
  url: string;
  /** Null: the API needs no key, or CRAWLCHAIN_KEY has it. */
  key: string | null;
}

/** The content of the contexts file. */
export interface Contexts {
  /** The context of commands that name none; null: no context is current. */
  current: string | null;
  contexts: Record<string, Context>;
}

const FILE = z.object({
  current: z.string().nullable(),
  contexts: z.record(z.string(), z.object({ url: z.string(), key: z.string().nullable() })),
});

/** The value of CRAWLCHAIN_CONTEXTS_FILE that disables the file. */
const NONE = 'none';

/** Returns the path of the contexts file; null if CRAWLCHAIN_CONTEXTS_FILE disables the file. */
export function contextsPath(): string | null {
  const named = readEnvironment().CRAWLCHAIN_CONTEXTS_FILE;
  if (named !== undefined) return named === NONE ? null : named;
  return join(homedir(), '.config', 'crawlchain', 'contexts.json');
}

/** Reads the contexts; without a file there are none. @throws CommandRefused if the file cannot be read */
export async function readContexts(): Promise<Contexts> {
  const path = contextsPath();
  if (path === null) return { current: null, contexts: {} };
  try {
    const { mode } = await stat(path);
    // The file has API keys in plain text.
    if ((mode & 0o077) !== 0)
      process.stderr.write(
        `Others on this machine can read the keys in ${path}; \`chmod 600 ${path}\` ends that.\n`,
      );
    return FILE.parse(JSON.parse(await readFile(path, 'utf8')));
  } catch (error) {
    if (['ENOENT', 'ENOTDIR'].includes((error as NodeJS.ErrnoException).code ?? ''))
      return { current: null, contexts: {} };
    const what =
      error instanceof z.ZodError || error instanceof SyntaxError ? 'is no file of contexts' : String(error);
    throw new CommandRefused(
      `${path} cannot be read: ${what}. \`crawlchain contexts add\` writes such files; CRAWLCHAIN_CONTEXTS_FILE names another one, or \`${NONE}\`.`,
    );
  }
}

/** Writes the contexts, readable by their owner only. @throws CommandRefused if the file is disabled */
export async function writeContexts(contexts: Contexts): Promise<void> {
  const path = contextsPath();
  if (path === null)
    throw new CommandRefused(`CRAWLCHAIN_CONTEXTS_FILE is \`${NONE}\`, so contexts are kept nowhere.`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // The rename makes the write atomic: an interrupted call leaves the old file.
  const written = `${path}.${process.pid}`;
  await writeFile(written, `${JSON.stringify(contexts, null, 2)}\n`, { mode: 0o600 });
  await rename(written, path);
}
