import { resolve } from 'node:path';
import type { Command } from 'commander';
import { isGiven, readEnvironment } from '../../config/environment.ts';
import { scrubWords } from '../../domain/credentials.ts';
import { apiKeyPath, readApiKey } from '../../local/api-key-file.ts';
import { CommandRefused } from '../command-refused.ts';
import { findWorkerSettings } from '../worker-settings.ts';
import { apiAddressIn } from './api-address.ts';

/** Where a command finds the API, and the key that it shows there. */
export interface FoundApi {
  /** Without a slash at its end. */
  url: string;
  /** Null: none is known. On loopback the API needs none until the first one is made. */
  key: string | null;
  /** What has the key: CRAWLCHAIN_KEY, or the path of a file. */
  keyFrom: string;
}

/**
 * The API that a call means: that of `--server`, of CRAWLCHAIN_URL, or the one that `npm start` runs in its data folder,
 * whose key is kept beside it.
 * @throws CommandRefused when there is none
 */
export async function findApi(command: Command): Promise<FoundApi> {
  const { server, dataDir } = command.optsWithGlobals<{ server?: string; dataDir: string }>();
  const folder = resolve(dataDir);
  const environment = readEnvironment();
  const named = apiAddressIn(environment);
  const url = server === undefined ? named : withoutSlash(server);
  if (url === null) throw new CommandRefused(noApi(folder));
  refuseAddress(url, server === undefined ? 'CRAWLCHAIN_URL' : '--server');
  const own = (await findWorkerSettings(folder))?.['CRAWLCHAIN_URL'];
  const key = environment.CRAWLCHAIN_KEY ?? null;
  // A key is shown to the API that it is for: that of CRAWLCHAIN_URL beside it, or of the folder.
  const isOfOther = named !== null && named !== own && named !== url;
  if (key !== null && !isOfOther) return { url, key, keyFrom: 'CRAWLCHAIN_KEY' };
  if (url === own) return { url, key: await readApiKey(folder), keyFrom: apiKeyPath(folder) };
  return { url, key: null, keyFrom: 'CRAWLCHAIN_KEY' };
}

function noApi(folder: string): string {
  const found = isGiven('DATABASE_URL')
    ? `DATABASE_URL names a server, so that of \`npm start\` in ${folder} is not taken`
    : `\`npm start\` runs none in ${folder}`;
  return `There is no API: neither --server nor CRAWLCHAIN_URL is given, and ${found}. Give its address, start one, or name the folder with --data-dir.`;
}

function withoutSlash(url: string): string {
  return url.replace(/\/+$/, '');
}

function refuseAddress(given: string, name: string): void {
  const url = URL.parse(given);
  const takes = 'it takes an http or https URL, such as https://crawlchain.example';
  if (url === null || !/^https?:$/.test(url.protocol))
    throw new CommandRefused(`${name} is ${JSON.stringify(scrubWords(given))}; ${takes}.`);
  if (url.username !== '' || url.password !== '')
    throw new CommandRefused(`${name} has a user or a password in it; ${takes}, and CRAWLCHAIN_KEY the key.`);
}
