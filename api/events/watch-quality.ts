import type { Db } from '../../db/connect.ts';
import type { QualityRule } from '../../db/queries/judged-dispensaries.ts';
import {
  listChangedProblems,
  listProblems,
  type DispensaryProblems,
} from '../../db/queries/quality-changes.ts';
import type { QualityProblem } from '../../domain/quality.ts';
import type { Found, Keyed } from './comparison.ts';

/** Problems that may end without a change of the dispensary or a crawl: a person decides, or drift becomes a week old. */
const SILENT: ReadonlySet<QualityProblem> = new Set(['quarantined', 'drifting']);

interface Watched {
  db: Db;
  rule: QualityRule;
  /** How far back a look sees. */
  seconds: number;
}

/**
 * Looks for dispensaries whose problems changed. The first look reads all that have any; each later one reads those with
 * which something happened.
 */
export function watchQuality({ db, rule, seconds }: Watched): (before: Found | null) => Promise<Keyed[]> {
  return async (before) => {
    if (before === null) return (await listProblems(db, rule)).map(qualityChange);
    const known = [...before.values()].map((text): DispensaryProblems => JSON.parse(text ?? '{}'));
    const waiting = known.filter(({ problems }) => problems.some((problem) => SILENT.has(problem)));
    const changed = await listChangedProblems(db, rule, {
      seconds,
      dispensaryIds: waiting.map(({ dispensary_id: id }) => id),
    });
    const changedIds = new Set(changed.map(({ dispensary_id: id }) => id));
    // A dispensary whose problems are over is reported once, then dropped.
    const kept = known.filter(
      ({ dispensary_id: id, problems }) => problems.length > 0 && !changedIds.has(id),
    );
    const told = changed.filter(
      ({ dispensary_id: id, problems }) => problems.length > 0 || before.has(String(id)),
    );
    return [...kept, ...told].map(qualityChange);
  };
}

function qualityChange({ dispensary_id, platform, problems }: DispensaryProblems): Keyed {
  return { key: String(dispensary_id), type: 'quality', data: { dispensary_id, platform, problems } };
}
