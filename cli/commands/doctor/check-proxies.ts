import type { Environment } from '../../../config/environment.ts';
import type { Db } from '../../../db/connect.ts';
import { loadPasswordKey } from '../../../db/password-key.ts';
import { keySourceOf } from '../../../db/prepare-password-seal.ts';
import { countSealedPasswords, listProxies, loadProxies } from '../../../db/queries/proxies.ts';
import { createPasswordSeal } from '../../../db/seal-password.ts';
import { proxyStateOf } from '../../../domain/proxy-state.ts';
import { broken, ok, warning, wordsOf, type Finding } from './finding.ts';

/** Whether there are proxies in use, and their passwords can be opened. */
export async function checkProxies(db: Db, environment: Environment): Promise<Finding[]> {
  return [await checkUse(db), await checkKey(db, environment)];
}

async function checkUse(db: Db): Promise<Finding> {
  const states = (await listProxies(db)).map(proxyStateOf);
  const count = (wanted: string) => states.filter((state) => state === wanted).length;
  const found = `${count('active')} in use, ${count('cooling')} cooling down, ${count('disabled')} disabled`;
  if (count('active') > 0) return ok('proxies', found);
  if (count('cooling') > 0)
    return warning(
      'proxies',
      `${found}: fetches wait, and a worker that fetches starts only with WAIT_FOR_COOLING_PROXIES=true`,
      'See `crawlchain proxies list` for what refuses them, and `crawlchain proxies test`.',
    );
  return broken(
    'proxies',
    `${found}; a worker that fetches does not start without one`,
    states.length === 0
      ? 'Add some: `crawlchain proxies import FILE`.'
      : 'Put some into use: `crawlchain proxies enable ID`.',
  );
}

async function checkKey(db: Db, environment: Environment): Promise<Finding> {
  const sealed = await countSealedPasswords(db);
  if (sealed === 0) return ok('password key', 'no password is sealed yet');
  try {
    const key = await loadPasswordKey(keySourceOf(environment), { mayMake: false });
    await loadProxies(db, createPasswordSeal(key), null);
    return ok('password key', `opens all ${sealed} sealed passwords`);
  } catch (error) {
    return broken(
      'password key',
      wordsOf(error),
      'Give the key that the passwords were sealed with, from its copy; without it the proxies have to be imported again.',
    );
  }
}
