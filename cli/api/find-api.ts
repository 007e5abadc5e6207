import { resolve } from 'node:path';
import { Option, type Command } from 'commander';
import { readEnvironment } from '../../config/environment.ts';
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

/** `--server`, for commands that call the API. */
export function serverOption(): Option {
  return new Option('--server <url>', 'the API; default: CRAWLCHAIN_URL, or the API of `npm start`');
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
  const url = server === undefined ? apiAddressIn(environment) : readUrl(server);
  if (url === null)
    throw new CommandRefused(
      `There is no API: neither --server nor CRAWLCHAIN_URL is given, and \`npm start\` runs none in ${folder}. Give its address, start one, or name the folder with --data-dir.`,
    );
  const given = environment.CRAWLCHAIN_KEY ?? null;
  // The key of the folder is shown to nobody but its own API.
  const isOwn = (await findWorkerSettings(folder))?.['CRAWLCHAIN_URL'] === url;
  return given === null && isOwn
    ? { url, key: await readApiKey(folder), keyFrom: apiKeyPath(folder) }
    : { url, key: given, keyFrom: 'CRAWLCHAIN_KEY' };
}

function readUrl(given: string): string {
  const url = URL.parse(given);
  if (url !== null && /^https?:$/.test(url.protocol)) return given.replace(/\/+$/, '');
  throw new CommandRefused(
    `--server is ${JSON.stringify(given)}; it takes an http or https URL, such as https://crawlchain.example.`,
  );
}
