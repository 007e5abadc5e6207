import type { Db } from '../db/connect.ts';
import type { KeysetPage, PageRequest } from '../db/keyset-page.ts';
import {
  countQuality,
  listDrift,
  listQuality,
  readQualityOf,
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

/** Lists one page of the dispensaries with a problem, by id. */
export async function listQualityItems(
  db: Db,
  wanted: QualityRule & QualityFilter,
  page: PageRequest,
): Promise<KeysetPage<QualityItem>> {
  const { items, next } = await listQuality(db, wanted, page);
  return { items: await withSamples(db, items), next };
}

/** What is wrong with the catalog as a whole. */
export interface QualitySummary {
  platforms: (Omit<PlatformQuality, 'examples'> & { drift: DriftRow[] })[];
  /** One dispensary for each problem that any has, in the order of `QUALITY_PROBLEMS`. */
  examples: Partial<Record<QualityProblem, QualityItem>>;
}

/** How many drifting fields to list; there are more only when a platform has changed everything. */
const DRIFT_MAX = 100;

/** Counts the problems of each platform, and finds one example of each problem. */
export async function summarizeQuality(
  db: Db,
  wanted: QualityRule & Omit<QualityFilter, 'problem'>,
): Promise<QualitySummary> {
  const counted = await countQuality(db, wanted);
  const platforms = [];
  for (const { examples: _, ...one } of counted)
    platforms.push({ ...one, drift: await listDrift(db, one.platform, DRIFT_MAX) });
  const firsts = QUALITY_PROBLEMS.map(
    (problem) =>
      [problem, counted.map(({ examples }) => examples[problem]).find((id) => id !== undefined)] as const,
  );
  const ids = [...new Set(firsts.flatMap(([, id]) => (id === undefined ? [] : [id])))];
  const items = new Map(
    (await withSamples(db, await readQualityOf(db, wanted, ids))).map((item) => [item.dispensary_id, item]),
  );
  return {
    platforms,
    examples: Object.fromEntries(
      firsts
        .map(([problem, id]) => [problem, items.get(id ?? -1)] as const)
        .filter(([, item]) => item !== undefined),
    ),
  };
}

async function withSamples(db: Db, rows: readonly QualityRow[]): Promise<QualityItem[]> {
  const samples = await readQualitySamples(db, rows);
  return rows.map((row) => ({ ...row, ...(samples.get(row.dispensary_id) ?? NO_SAMPLES) }));
}

const NO_SAMPLES: QualitySamples = {
  faults: [],
  suspicion: null,
  suspicion_samples: [],
  confirmed_suspicion: null,
  confirmed_samples: [],
  skipped_samples: [],
  flaw_samples: [],
  drift: [],
};

/** Counts the dispensaries, over all platforms, that have a problem. */
export function countProblem(
  platforms: readonly { problems: Partial<PlatformQuality['problems']> }[],
  problem: QualityProblem,
): number {
  return platforms.reduce((sum, { problems }) => sum + (problems[problem] ?? 0), 0);
}
