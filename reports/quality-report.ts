import type { Db } from '../db/connect.ts';
import type { KeysetPage, PageRequest } from '../db/keyset-page.ts';
import {
  countQuality,
  listDrift,
  listQuality,
  readQualitySamples,
  type DriftRow,
  type PlatformQuality,
  type QualityFilter,
  type QualitySamples,
} from '../db/queries/quality.ts';
import type { QualityRow, QualityRule } from '../db/queries/judged-dispensaries.ts';
import { QUALITY_PROBLEMS, type QualityProblem } from '../domain/quality.ts';

/** A dispensary with its problems and the values that show them. */
export type QualityItem = QualityRow & QualitySamples;

/** One page of the dispensaries with a problem, by id. */
export async function listQualityItems(
  db: Db,
  wanted: QualityRule & QualityFilter,
  page: PageRequest,
): Promise<KeysetPage<QualityItem>> {
  const { items, next } = await listQuality(db, wanted, page);
  const samples = await readQualitySamples(db, items);
  const none: QualitySamples = {
    faults: [],
    suspicion: null,
    skipped_samples: [],
    flaw_samples: [],
    drift: [],
  };
  return { items: items.map((row) => ({ ...row, ...(samples.get(row.dispensary_id) ?? none) })), next };
}

/** What is wrong with the catalog as a whole. */
export interface QualitySummary {
  platforms: (PlatformQuality & { drift: DriftRow[] })[];
  /** One dispensary for each problem that any has, in the order of `QUALITY_PROBLEMS`. */
  examples: Partial<Record<QualityProblem, QualityItem>>;
}

/** More fields than these drift only when a platform has changed everything. */
const DRIFT_MAX = 100;

/** Counts the problems of each platform, and finds an example of each. */
export async function summarizeQuality(db: Db, rule: QualityRule): Promise<QualitySummary> {
  const [platforms, drift] = await Promise.all([countQuality(db, rule), listDrift(db, DRIFT_MAX)]);
  const found = QUALITY_PROBLEMS.filter((problem) => countProblem(platforms, problem) > 0);
  const examples = await Promise.all(
    found.map(async (problem) => {
      const { items } = await listQualityItems(db, { ...rule, problem }, { after: null, limit: 1 });
      return [problem, items[0]] as const;
    }),
  );
  return {
    platforms: platforms.map((one) => ({
      ...one,
      drift: drift.filter(({ platform }) => platform === one.platform),
    })),
    examples: Object.fromEntries(examples.filter(([, item]) => item !== undefined)),
  };
}

/** Dispensaries of all platforms with this problem. */
export function countProblem(platforms: readonly PlatformQuality[], problem: QualityProblem): number {
  return platforms.reduce((sum, { problems }) => sum + problems[problem], 0);
}
