import type { Environment } from '../../../config/environment.ts';
import type { Db } from '../../../db/connect.ts';
import { loadPasswordKey } from '../../../db/password-key.ts';
import { keySourceOf } from '../../../db/prepare-password-seal.ts';
import { readProxyStanding, type ProxyStanding } from '../../../db/queries/overview-figures.ts';
import { countSealed, openSealed } from '../../../db/queries/sealed-secrets.ts';
import { createPasswordSeal } from '../../../db/seal-password.ts';
import { minutesBetween, formatSpan } from '../../../reports/time-span.ts';
import { counted } from '../../../reports/verdict/counted.ts';
import { findingsOf, messageOf, type Finding } from './finding.ts';

/** Checks whether proxies are in use, and whether their passwords can be decrypted. */
export async function checkProxies(db: Db, environment: Environment): Promise<Finding[]> {
  return [judgeProxies(await readProxyStanding(db), new Date()), await checkKey(db, environment)];
}

/** Judges whether proxies are in use, and whether any of them reaches the address echo. */
export function judgeProxies(standing: ProxyStanding, now: Date): Finding {
  const { ok, warning, broken } = findingsOf('proxies');
  const { active, others, resting, unreached, firstReadyAt } = standing;
  const found = `${active} in use, ${resting} cooling down, ${others - resting} disabled`;
  if (unreached !== null && active > 0) {
    const { tasks, since } = unreached;
    return broken(
      `${found}; none of those in use has reached the echo for ${formatSpan(minutesBetween(since, now))}, since ${since.toISOString().slice(0, 19)}Z: ${counted(tasks, 'task')} failed for that since, and wait for a retry`,
      'The proxies or the echo (EXIT_ADDRESS_URL) are down: `crawlchain proxies test` tries each.',
    );
  }
  if (active > 0 && resting < (active + resting) / 2) return ok(found);
  const next =
    firstReadyAt === null
      ? ''
      : `; the first is tried again in ${formatSpan(minutesBetween(now, firstReadyAt))}`;
  const look = 'See `crawlchain proxies list` for what refuses them, and `crawlchain proxies test`.';
  if (active > 0) return warning(`${found}${next}`, look);
  if (resting > 0)
    return warning(
      `${found}${next}: fetches wait, and a worker that fetches starts only with WAIT_FOR_COOLING_PROXIES=true`,
      look,
    );
  return broken(
    `${found}; a worker that fetches does not start without one`,
    others === 0
      ? 'Add some: `crawlchain proxies import FILE`.'
      : 'Put some into use: `crawlchain proxies enable ID`.',
  );
}

async function checkKey(db: Db, environment: Environment): Promise<Finding> {
  const { ok, broken } = findingsOf('password key');
  const sealed = await countSealed(db);
  if (sealed === 0) return ok('nothing is sealed yet');
  try {
    const key = await loadPasswordKey(keySourceOf(environment), { mayMake: false });
    await openSealed(db, createPasswordSeal(key));
    return ok(`opens all ${sealed} sealed passwords and credentials`);
  } catch (error) {
    return broken(
      messageOf(error),
      'Give the key that they were sealed with, from its copy; without it proxies have to be imported and credentials set again.',
    );
  }
}
