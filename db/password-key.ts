import { randomBytes, randomUUID } from 'node:crypto';
import { link, mkdir, open, readFile, rm } from 'node:fs/promises';
import { dirname } from 'node:path';
import { KEY_BYTES } from './seal-text.ts';

/** Thrown when there is no usable key for proxy passwords; the message names the setting. */
export class PasswordKeyError extends Error {
  override name = 'PasswordKeyError';
}

export interface KeySource {
  /** 32 bytes in base64 or hexadecimal; takes precedence over the file. */
  key: string | undefined;
  /** The path of a file with the key in hexadecimal. */
  keyFile: string;
}

/**
 * Loads the key for proxy passwords: the given one, else the file's.
 * @param mayMake whether to create a missing file with a new key; several processes that do so at once get the same key
 * @throws PasswordKeyError
 */
export async function loadPasswordKey(
  { key, keyFile }: KeySource,
  { mayMake }: { mayMake: boolean },
): Promise<Buffer> {
  const known = await findPasswordKey({ key, keyFile });
  if (known !== null) return known;
  if (!mayMake) {
    throw new PasswordKeyError(
      `Proxy passwords or credentials are sealed and their key is missing: PROXY_PASSWORD_KEY is not set, and there is no file ${keyFile} (PROXY_PASSWORD_KEY_FILE).`,
    );
  }
  return refusingFaults(keyFile, async () => {
    await makeKeyFile(keyFile);
    return decodeKey((await readKeyFile(keyFile)) ?? '', sourceOf(keyFile));
  });
}

/** Reads the key for proxy passwords, and makes none; null: there is none. @throws PasswordKeyError when it cannot be read or decoded */
export async function findPasswordKey({ key, keyFile }: KeySource): Promise<Buffer | null> {
  if (key !== undefined) return decodeKey(key, 'PROXY_PASSWORD_KEY');
  return refusingFaults(keyFile, async () => {
    const known = await readKeyFile(keyFile);
    return known === null ? null : decodeKey(known, sourceOf(keyFile));
  });
}

function sourceOf(keyFile: string): string {
  return `PROXY_PASSWORD_KEY_FILE (${keyFile})`;
}

/** Turns errors of the file system into a PasswordKeyError. */
async function refusingFaults<Key>(keyFile: string, work: () => Promise<Key>): Promise<Key> {
  try {
    return await work();
  } catch (error) {
    if (error instanceof PasswordKeyError) throw error;
    const text = `${sourceOf(keyFile)} cannot be read or created: ${(error as Error).message}`;
    throw new PasswordKeyError(text, { cause: error });
  }
}

/** Decodes a key from base64 or hexadecimal. @throws PasswordKeyError that names the setting and does not show the text */
function decodeKey(text: string, source: string): Buffer {
  const trimmed = text.trim();
  const bytes = /^[0-9a-f]{64}$/i.test(trimmed)
    ? Buffer.from(trimmed, 'hex')
    : Buffer.from(trimmed.replaceAll('-', '+').replaceAll('_', '/'), 'base64');
  const isBase64 = /^[\w+/-]{43}=?$/.test(trimmed) || /^[0-9a-f]{64}$/i.test(trimmed);
  if (isBase64 && bytes.length === KEY_BYTES) return bytes;
  throw new PasswordKeyError(
    `${source} holds a text of ${trimmed.length} characters that is not shown; it takes ${KEY_BYTES} bytes in base64 or hexadecimal, such as \`openssl rand -hex ${KEY_BYTES}\` prints.`,
  );
}

async function readKeyFile(path: string): Promise<string | null> {
  try {
    return await readFile(path, 'utf8');
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ENOENT') return null;
    throw error;
  }
}

/**
 * Writes a new key to a temporary file and links that file to the path, so that the key file is complete or absent. The first of
 * several processes wins.
 */
async function makeKeyFile(path: string): Promise<void> {
  await mkdir(dirname(path), { recursive: true });
  const prepared = `${path}.${randomUUID()}`;
  const file = await open(prepared, 'wx', 0o600);
  try {
    await file.writeFile(`${randomBytes(KEY_BYTES).toString('hex')}\n`);
    await file.sync();
    await link(prepared, path);
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error;
  } finally {
    await file.close();
    await rm(prepared, { force: true });
  }
}
