import { resolve } from 'node:path';
import type { Command } from 'commander';
import { isGiven, readEnvironment, type Environment } from '../../config/environment.ts';
import { apiKeyPath, readApiKey } from '../../local/api-key-file.ts';
import { isDataLocked } from '../../local/data-lock.ts';
import { CommandRefused } from '../command-refused.ts';
import { contextsPath, readContexts } from '../contexts/contexts-file.ts';
import { findContext } from '../contexts/find-context.ts';
import { findWorkerSettings } from '../worker-settings.ts';
import { apiAddressIn } from './api-address.ts';
import { refuseAddress } from './refuse-address.ts';

/** The API of a command, and the key to send to it. */
export interface FoundApi {
  /** Without a trailing slash. */
  url: string;
  /** Null: no key is known. An API on loopback needs no key until the first one is created. */
  key: string | null;
  /** The source of the key: CRAWLCHAIN_KEY, or the path of a file. */
  keyFrom: string;
}

interface ApiOptions {
  server?: string;
  context?: string;
  dataDir: string;
}

/**
 * Finds the API of a call: the one of `--server` or `--context`, of CRAWLCHAIN_URL or CRAWLCHAIN_CONTEXT, of the current context,
 * or of `npm start`, whose data folder has the key.
 * @throws CommandRefused when none of them names an API
 */
export async function findApi(command: Command): Promise<FoundApi> {
  const { server, context, dataDir } = command.optsWithGlobals<ApiOptions>();
  if (server !== undefined && context !== undefined)
    throw new CommandRefused('Give --server or --context, not both: a context has the address of its API.');
  const folder = resolve(dataDir);
  const environment = readEnvironment();
  const named = apiAddressIn(environment);
  const own = (await findWorkerSettings(folder))?.['CRAWLCHAIN_URL'];
  const isAddressGiven = server !== undefined || (named !== null && named !== own);
  // A data folder on the command line takes precedence over the current context.
  const isFolderGiven = command.getOptionValueSourceWithGlobals('dataDir') === 'cli';
  const found =
    context === undefined && (isAddressGiven || isFolderGiven)
      ? null
      : await findInContexts(environment, context);
  // CRAWLCHAIN_KEY belongs to the API that the environment names. It is sent to no other API.
  const keyFor = (api: string): string | null =>
    named !== null && named !== own && named !== api ? null : (environment.CRAWLCHAIN_KEY ?? null);
  if (found !== null) return { keyFrom: 'CRAWLCHAIN_KEY', ...found, key: found.key ?? keyFor(found.url) };
  const url = server === undefined ? named : withoutSlash(server);
  if (url === null) throw new CommandRefused(await noApi(folder));
  refuseAddress(url, server === undefined ? 'CRAWLCHAIN_URL' : '--server');
  const key = keyFor(url);
  if (key !== null) return { url, key, keyFrom: 'CRAWLCHAIN_KEY' };
  if (url === own) return { url, key: await readApiKey(folder), keyFrom: apiKeyPath(folder) };
  return { url, key: null, keyFrom: 'CRAWLCHAIN_KEY' };
}

/** Returns the API of the named context, else of CRAWLCHAIN_CONTEXT, else of the current context; null if there is none of them. */
async function findInContexts(
  environment: Environment,
  named: string | undefined,
): Promise<{ url: string; key: string | null; keyFrom?: string } | null> {
  const known = await readContexts();
  const name = named ?? environment.CRAWLCHAIN_CONTEXT ?? known.current;
  if (name === null) return null;
  const { url, key } = findContext(known, name);
  refuseAddress(url, `The address of the context ${name}`);
  return key === null ? { url, key } : { url, key, keyFrom: contextsPath() ?? 'contexts' };
}

async function noApi(folder: string): Promise<string> {
  const isElsewhere = isGiven('DATABASE_URL');
  if (!isElsewhere && (await isDataLocked(folder)))
    return `The API of \`npm start\` in ${folder} does not run yet: the servers are starting. Try again in a moment.`;
  const found = isElsewhere
    ? `DATABASE_URL names a server, so that of \`npm start\` in ${folder} is not taken`
    : `\`npm start\` runs none in ${folder}`;
  return `There is no API: neither --server nor CRAWLCHAIN_URL is given, no context is in use, and ${found}. Give its address, start one, or name the folder with --data-dir.`;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}
