import { readFile } from 'node:fs/promises';
import type { Environment } from '../../config/environment.ts';
import type { Db } from '../../db/connect.ts';
import { countProxies, saveProxies } from '../../db/queries/proxies.ts';
import { parseProxies } from '../../egress/parse-proxies.ts';
import { describeCooling } from '../../workers/open-database.ts';
import { StartRefused } from './refusal.ts';
import { openPasswordsOrRefuse } from './sandbox-database.ts';

type Wished = ReturnType<typeof parseProxies>['proxies'];

/** Reads the file of `--proxies`. @throws StartRefused */
export async function readProxyFile(path: string | null): Promise<Wished> {
  if (path === null) return [];
  let text: string;
  try {
    text = await readFile(path, 'utf8');
  } catch (error) {
    throw new StartRefused(`--proxies cannot be read: ${(error as Error).message}`, { cause: error });
  }
  const { proxies, complaints } = parseProxies(text);
  const [first] = complaints;
  if (first !== undefined) throw new StartRefused(`--proxies is wrong: ${first}`);
  if (proxies.length === 0) throw new StartRefused('--proxies names a list without a proxy');
  return proxies;
}

/** Saves the proxies of `--proxies`. @throws StartRefused if no proxy can be used after that */
export async function addProxies(db: Db, environment: Environment, wished: Wished): Promise<void> {
  const seal = await openPasswordsOrRefuse(db, environment);
  if (wished.length > 0) await saveProxies(db, seal, wished);
  const proxies = await countProxies(db);
  if (proxies.ready > 0) return;
  if (proxies.cooling > 0)
    throw new StartRefused(
      `Crawls go through proxies alone, and ${describeCooling(proxies)}. Start again then; proxies that --proxies names again are used at once.`,
    );
  throw new StartRefused(
    'There is no enabled proxy, and crawls go through proxies alone. --proxies names a file with a proxy on each line, such as http://user:password@proxy.example:8080',
  );
}
