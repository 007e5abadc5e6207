import { readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { fileURLToPath } from 'node:url';
import { parseEnv } from 'node:util';
import { misspeltNames } from '../domain/nearest-name.ts';
import { EnvironmentError, FORMER_NAMES, VARIABLES } from './environment.ts';

const CHECKOUT = fileURLToPath(new URL('../', import.meta.url));

const NONE = 'none';

/** Shorter names are not checked for misspelling, because they resemble too many others. */
const LETTERS_MIN = 8;

/** Variables that only `npm start` and its local servers read, and those that Node and its libraries read. */
const OTHER_NAMES = [
  'TEMPORAL_CLI_PATH',
  'XDG_CACHE_HOME',
  'CRAWLCHAIN_DEBUG',
  'SSL_CERT_FILE',
  'NODE_EXTRA_CA_CERTS',
  'NODE_OPTIONS',
  'NO_COLOR',
  'TZ',
];

const KNOWN_NAMES = [...Object.keys(VARIABLES), ...FORMER_NAMES, ...OTHER_NAMES];

type Source = Record<string, string | undefined>;

/**
 * Sets the variables of the file that CRAWLCHAIN_ENV_FILE names, by default this checkout's `.env`, unless the environment sets
 * them.
 * @returns a sentence for each variable that is probably misspelt
 * @throws EnvironmentError when a file that was named cannot be read
 */
export function loadEnvFile(environment: Source = process.env): string[] {
  const path = envFilePath(environment);
  const misspelt = Object.keys(environment).flatMap(findMisspelling);
  if (path === null) return misspelt;
  const values = readValues(path, namedFile(environment) !== null);
  for (const [name, value] of Object.entries(values))
    if (!environment[name]?.trim()) environment[name] = value;
  const unknown = Object.keys(values).filter((name) => !KNOWN_NAMES.includes(name));
  return [...misspelt, ...unknown.map((name) => describeUnknown(name, path))];
}

/** Returns the path of the file of variables; null if none is read. */
export function envFilePath(environment: Source = process.env): string | null {
  const named = namedFile(environment);
  return named === NONE ? null : resolve(CHECKOUT, named ?? '.env');
}

function namedFile(environment: Source): string | null {
  return environment['CRAWLCHAIN_ENV_FILE']?.trim() || null;
}

function readValues(path: string, isNamed: boolean): Source {
  try {
    return parseEnv(readFileSync(path, 'utf8'));
  } catch (error) {
    const { code, message } = error as NodeJS.ErrnoException;
    if (code === 'ENOENT' && !isNamed) return {};
    throw new EnvironmentError(
      `${path} cannot be read: ${message}; CRAWLCHAIN_ENV_FILE=${NONE} reads no file`,
    );
  }
}

/**
 * Reports a name that is probably a misspelt variable of ours: it differs by a letter or two. Other unknown names are fine: the
 * environment is full of variables of other programs.
 */
function findMisspelling(name: string): string[] {
  if (name.length < LETTERS_MIN || KNOWN_NAMES.includes(name)) return [];
  const meant = nearName(name);
  return meant === null ? [] : [`${name} is set, and no program reads it; did you mean ${meant}?`];
}

function describeUnknown(name: string, path: string): string {
  const meant = nearName(name);
  return `${path} sets ${name}, which no program of Crawlchain reads${meant === null ? '' : `; did you mean ${meant}?`}`;
}

function nearName(name: string): string | null {
  return misspeltNames(name, KNOWN_NAMES)[0] ?? null;
}
