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

/** How far back each report reads again: longer than a transaction that changes a dispensary stays open. */
const OVERLAP_SECONDS = 30;

/**
 * Reports changes that no single write shows: lost workers, and the problems of dispensaries, which depend on time or on several
 * tables. The first call compares all dispensaries with what was reported, each later call only those that changed since.
 * @returns a function that reports, and returns the number of new events
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

/** Finds all dispensaries with problems, and those whose reported problems may have ended. */
async function findAll(db: Db, rule: QualityRule) {
  const current = await listProblems(db, rule);
  const ids = new Set(current.map(({ dispensary_id: id }) => id));
  const others = (await listReported(db)).filter((id) => !ids.has(id));
  return [...current, ...(await listChangedProblems(db, rule, { seconds: 0, dispensaryIds: others }))];
}
