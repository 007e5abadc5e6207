import type { Db } from '../db/connect.ts';
import type { QualityRule } from '../db/queries/judged-dispensaries.ts';
import {
  listChangedProblems,
  listProblems,
  listReported,
  listSilentlyChanging,
  reportProblems,
} from '../db/queries/quality-changes.ts';
import { markLostWorkers } from '../db/queries/worker-registry.ts';

/** Looked at again each time: longer than a transaction that changes a dispensary is open. */
const OVERLAP_SECONDS = 30;

/**
 * Reports what changes by time alone, or by more than one table: workers that are lost, and the problems of dispensaries. The first
 * look compares all dispensaries with what was reported; each later one those with which something happened since.
 * @returns looks, and tells how many events that made
 */
export function reportSilentChanges(rule: QualityRule): (db: Db) => Promise<number> {
  let lookedAtMs: number | null = null;
  return async (db) => {
    const beganMs = performance.now();
    const found =
      lookedAtMs === null
        ? await findAll(db, rule)
        : await listChangedProblems(db, rule, {
            seconds: Math.ceil((beganMs - lookedAtMs) / 1000) + OVERLAP_SECONDS,
            dispensaryIds: await listSilentlyChanging(db),
          });
    const reported = await reportProblems(db, found);
    lookedAtMs = beganMs;
    return reported + (await markLostWorkers(db));
  };
}

/** All that have problems, and those whose reported problems may be over. */
async function findAll(db: Db, rule: QualityRule) {
  const current = await listProblems(db, rule);
  const ids = new Set(current.map(({ dispensary_id: id }) => id));
  const others = (await listReported(db)).filter((id) => !ids.has(id));
  return [...current, ...(await listChangedProblems(db, rule, { seconds: 0, dispensaryIds: others }))];
}
