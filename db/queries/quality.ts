import { sql, type RawBuilder } from 'kysely';
import type { Sample } from '../../domain/belief/suspicion.ts';
import type { Drift } from '../../domain/drift.ts';
import type { PlatformName } from '../../domain/dispensary.ts';
import type { Flaw } from '../../domain/product.ts';
import { QUALITY_PROBLEMS, type QualityProblem } from '../../domain/quality.ts';
import type { Db } from '../connect.ts';
import { readKeysetPage, type KeysetPage, type PageRequest } from '../keyset-page.ts';
import { judgedDispensaries, recentDrift, type QualityRow, type QualityRule } from './judged-dispensaries.ts';

export interface QualityFilter {
  platform?: PlatformName | undefined;
  state?: string | undefined;
  /** Only dispensaries with this problem; absent: with any problem. */
  problem?: QualityProblem | undefined;
}

/** A page may read all dispensaries: each row costs three look-ups, and there are at most tens of thousands. */
const ROWS_READ_MAX = 50_000;

/** Lists the crawled dispensaries with a problem, by id. Closed or disabled ones have none. */
export async function listQuality(
  db: Db,
  { platform, state, problem, ...rule }: QualityRule & QualityFilter,
  page: PageRequest,
): Promise<KeysetPage<QualityRow>> {
  return readKeysetPage<QualityRow>(
    db,
    {
      columns: sql`*`,
      from: sql`(${judgedDispensaries(rule)}) as judged`,
      key: [{ column: 'dispensary_id', type: 'bigint' }],
      direction: 'asc',
      indexed: [
        ...(platform === undefined ? [] : [sql<boolean>`platform = ${platform}`]),
        ...(state === undefined ? [] : [sql<boolean>`state = ${state}`]),
      ],
      filters: [
        problem === undefined ? sql<boolean>`problems <> '{}'` : sql<boolean>`${problem} = any(problems)`,
      ],
    },
    { rowsReadMax: ROWS_READ_MAX, ...page },
  );
}

/** Reads the quality of these dispensaries, with or without problems. Leaves out closed or disabled ones. */
export async function readQualityOf(
  db: Db,
  rule: QualityRule,
  dispensaryIds: readonly number[],
): Promise<QualityRow[]> {
  if (dispensaryIds.length === 0) return [];
  const { rows } = await sql<QualityRow>`
    ${judgedDispensaries(rule, sql`store.id = any(${dispensaryIds}::bigint[])`)} order by store.id
  `.execute(db);
  return rows;
}

/** The number of crawled dispensaries of a platform, and how many of them have each problem. */
export interface PlatformQuality {
  platform: PlatformName;
  dispensaries: number;
  problems: Record<QualityProblem, number>;
  /** The first dispensary with each problem that occurs. */
  examples: Partial<Record<QualityProblem, number>>;
}

/** Counts the problems of each platform that has dispensaries. Reads all dispensaries: 10,000 take 0.1 s. */
export async function countQuality(
  db: Db,
  { platform, state, ...rule }: QualityRule & Omit<QualityFilter, 'problem'>,
): Promise<PlatformQuality[]> {
  const per = (aggregate: RawBuilder<number>) => {
    const each = QUALITY_PROBLEMS.map(
      (problem) => sql`(${aggregate} filter (where ${problem} = any(problems)))::int`,
    );
    return sql`array[${sql.join(each)}]`;
  };
  const { rows } = await sql<{
    platform: PlatformName;
    dispensaries: number;
    counts: number[];
    firsts: (number | null)[];
  }>`
    select platform, count(*)::int as dispensaries, ${per(sql`count(*)`)} as counts,
      ${per(sql`min(dispensary_id)`)} as firsts
    from (${judgedDispensaries(rule)}) as judged
    where (${platform ?? null}::text is null or platform = ${platform ?? null})
      and (${state ?? null}::text is null or state = ${state ?? null})
    group by platform order by platform
  `.execute(db);
  return rows.map(({ counts, firsts, ...row }) => ({
    ...row,
    problems: byProblem((place) => counts[place] ?? 0),
    examples: Object.fromEntries(
      Object.entries(byProblem((place) => firsts[place] ?? null)).filter(([, id]) => id !== null),
    ),
  }));
}

function byProblem<Value>(valueAt: (place: number) => Value): Record<QualityProblem, Value> {
  return Object.fromEntries(QUALITY_PROBLEMS.map((problem, place) => [problem, valueAt(place)])) as Record<
    QualityProblem,
    Value
  >;
}

/** A field that recently differed from earlier payloads of its platform. */
export interface DriftRow extends Drift {
  platform: PlatformName;
  /** The platform's name for the request that returned the products. */
  operation: string;
  dispensary_id: number;
  payload_id: number;
  drifted_at: Date;
}

/** Lists the fields of a platform that drifted within the last `DRIFT_DAYS`, latest first. */
export async function listDrift(db: Db, platform: PlatformName, limit: number): Promise<DriftRow[]> {
  const { rows } = await sql<DriftRow>`
    select * from (${recentDrift()}) as drift where platform = ${platform} order by drifted_at desc, path limit ${limit}
  `.execute(db);
  return rows;
}

/** Sample values that illustrate a payload's problems. */
export interface QualitySamples {
  /** Why the quarantined menu is not believed. */
  faults: string[];
  suspicion: string | null;
  suspicion_samples: Sample[];
  /** Why the current menu was doubted before a later fetch agreed or somebody confirmed it. */
  confirmed_suspicion: string | null;
  confirmed_samples: Sample[];
  /** Unreadable products with the reason. */
  skipped_samples: { id: string | null; reason: string }[];
  flaw_samples: (Flaw & { id: string })[];
  drift: Drift[];
}

/** How many unreadable products, flaws and drifted fields are shown per dispensary. */
const SAMPLES_MAX = 3;

/** Reads the samples for the problems of these dispensaries, by dispensary. */
export async function readQualitySamples(
  db: Db,
  rows: readonly QualityRow[],
): Promise<Map<number, QualitySamples>> {
  const wanted = rows.map(({ dispensary_id, payload_id, suspect_id }) => ({
    dispensary_id,
    payload_id,
    suspect_id,
  }));
  const found = await sql<QualitySamples & { dispensary_id: number }>`
    select wanted.dispensary_id, coalesce(suspect.suspicion -> 'faults', '[]') as faults,
      suspect.suspicion ->> 'message' as suspicion, payload.suspicion ->> 'message' as confirmed_suspicion,
      coalesce(suspect.suspicion -> 'samples', '[]') as suspicion_samples,
      coalesce(payload.suspicion -> 'samples', '[]') as confirmed_samples,
      ${firstOf(sql`run.counts -> 'skippedSamples'`)} as skipped_samples,
      ${firstOf(sql`run.counts -> 'flawSamples'`)} as flaw_samples,
      coalesce((
        select jsonb_agg(jsonb_build_object('kind', kind, 'path', path, 'known', known, 'found', found, 'example', example))
        from (select * from (${recentDrift()}) as all_drift where all_drift.dispensary_id = wanted.dispensary_id
          order by drifted_at desc, path limit ${SAMPLES_MAX}) as latest
      ), '[]') as drift
    from json_to_recordset(${JSON.stringify(wanted)}) as wanted (dispensary_id bigint, payload_id bigint, suspect_id bigint)
    left join raw_crawl_payloads suspect on suspect.id = wanted.suspect_id
    left join raw_crawl_payloads payload on payload.id = wanted.payload_id
    left join crawl_runs run on run.id = payload.crawl_run_id
  `.execute(db);
  return new Map(found.rows.map(({ dispensary_id, ...samples }) => [dispensary_id, samples]));
}

/** SQL: the first few elements of a JSON array; an empty array if it is absent. */
function firstOf(array: RawBuilder<unknown>): RawBuilder<unknown> {
  return sql`coalesce(jsonb_path_query_array(${array}, ${sql.raw(`'$[0 to ${SAMPLES_MAX - 1}]'`)}), '[]')`;
}
