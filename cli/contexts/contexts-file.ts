import { mkdir, readFile, rename, stat, writeFile } from 'node:fs/promises';
import { homedir } from 'node:os';
import { dirname, join } from 'node:path';
import { z } from 'zod';
import { readEnvironment } from '../../config/environment.ts';
import { CommandRefused } from '../command-refused.ts';

/** An API with a name, and the key that it takes. */
export interface Context {
  /** Without a slash at its end. */
  url: string;
  /** Null: it takes none, or CRAWLCHAIN_KEY has it. */
  key: string | null;
}

/** What the file of contexts has. */
export interface Contexts {
  /** The context of commands that name none; null: there is none. */
  current: string | null;
  contexts: Record<string, Context>;
}

const FILE = z.object({
  current: z.string().nullable(),
  contexts: z.record(z.string(), z.object({ url: z.string(), key: z.string().nullable() })),
});

/** What CRAWLCHAIN_CONTEXTS_FILE says to have no file. */
const NONE = 'none';

/** Where contexts are kept; null: nowhere. */
export function contextsPath(): string | null {
  const named = readEnvironment().CRAWLCHAIN_CONTEXTS_FILE;
  if (named !== undefined) return named === NONE ? null : named;
  return join(homedir(), '.config', 'crawlchain', 'contexts.json');
}

/** Reads the contexts; there are none where there is no file. @throws CommandRefused when it cannot be read */
export async function readContexts(): Promise<Contexts> {
  const path = contextsPath();
  if (path === null) return { current: null, contexts: {} };
  try {
    const { mode } = await stat(path);
    // Whoever reads it has the keys.
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

/** Keeps contexts; nobody else may read them. @throws CommandRefused where they are kept nowhere */
export async function writeContexts(contexts: Contexts): Promise<void> {
  const path = contextsPath();
  if (path === null)
    throw new CommandRefused(`CRAWLCHAIN_CONTEXTS_FILE is \`${NONE}\`, so contexts are kept nowhere.`);
  await mkdir(dirname(path), { recursive: true, mode: 0o700 });
  // A call that is cut leaves the file as it was.
  const written = `${path}.${process.pid}`;
  await writeFile(written, `${JSON.stringify(contexts, null, 2)}\n`, { mode: 0o600 });
  await rename(written, path);
}
