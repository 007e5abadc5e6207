import { sql } from 'kysely';
import { CrawlError, type FailureKind } from '../../domain/errors.ts';
import { payloadPath } from '../../storage/payload-files.ts';
import { findTables } from '../legacy-tables.ts';
import { findLegacyFile, readLegacyPayload } from './legacy-files.ts';
import { takenDispensaries } from './import-dispensaries.ts';
import { refused, type ImportStep, type ImportTools, type Verdict } from './import-step.ts';
import { countOf, idOf, textOf, timeOf, type LegacyRow } from './legacy-row.ts';
import { findLegacyRows, readLegacyRows, whyUnreadable } from './read-legacy-rows.ts';

/** Imports payloads: their rows, and their files, which are checked and written like ours. */
export const payloads: ImportStep = {
  table: 'raw_crawl_payloads',
  batchSize: 20,
  parent: 'dispensaries',
  leftOut: ({ payloadFolder }) =>
    payloadFolder === null ? 'the folder of their files is not known: name it with --payloads' : null,
  judge: judgePayloads,
};

interface Known {
  id: number;
  dispensary_id: number;
  storage_path: string;
}

async function judgePayloads(tools: ImportTools, rows: LegacyRow[]): Promise<Verdict[]> {
  const stores = await takenDispensaries(
    tools,
    rows.map((row) => idOf(row, 'dispensary_id')),
  );
  const verdicts: Verdict[] = [];
  for (const row of rows) {
    const dispensaryId = idOf(row, 'dispensary_id') ?? 0;
    const store = stores.get(dispensaryId);
    const fetchedAt = payloadTimeOf(row);
    if (store === undefined)
      verdicts.push(refused(row.id, `its dispensary ${dispensaryId} was not imported`));
    else if (fetchedAt === null) verdicts.push(refused(row.id, 'it does not say when it was fetched'));
    else verdicts.push(await judgePayload(tools, row, { dispensaryId, fetchedAt, ...store }));
  }
  return verdicts;
}

const TIME_COLUMNS = ['fetched_at', 'created_at'];

/** Returns a payload's fetch time, with milliseconds as in our rows: snapshots are found by their payload's time. */
function payloadTimeOf(row: LegacyRow): string | null {
  const time = timeOf(row, ...TIME_COLUMNS);
  return time === null ? null : new Date(time).toISOString();
}

interface Origin {
  dispensaryId: number;
  platform: keyof ImportTools['platforms'];
  platformId: string | null;
  fetchedAt: string;
}

/** The kinds of errors for files that are damaged, too large for us, or different from an existing file. */
const REFUSED_KINDS: readonly FailureKind[] = ['CorruptPayload', 'ContractBroken', 'InvalidInput'];

async function judgePayload(tools: ImportTools, row: LegacyRow, origin: Origin): Promise<Verdict> {
  const { id } = row;
  const path = theirPath(row);
  if (path === null) return refused(id, 'its fetch time is not in the years 0 to 9999');
  const known = await findKnown(tools, id, path);
  const same = known.find((one) => one.id === id);
  if (same !== undefined) {
    return same.dispensary_id === origin.dispensaryId && same.storage_path === path
      ? { id, is: 'present' }
      : refused(id, `the id belongs to another payload here, of dispensary ${same.dispensary_id}`);
  }
  if (known[0] !== undefined)
    return refused(id, `a payload of the same moment is already here as ${known[0].id}`);
  const file = await findLegacyFile(tools.payloadFolder ?? '', textOf(row, 'storage_path') ?? '');
  if (file === null) return refused(id, 'its file is not in the folder');
  try {
    return { id, is: 'new', values: await takePayload(tools, row, { ...origin, file }) };
  } catch (error) {
    if (error instanceof CrawlError && REFUSED_KINDS.includes(error.kind)) return refused(id, error.message);
    throw error;
  }
}

async function takePayload(
  tools: ImportTools,
  row: LegacyRow,
  { file, ...origin }: Origin & { file: string },
): Promise<Record<string, unknown>> {
  const checksum = textOf(row, 'sha256', 'checksum_sha256', 'checksum');
  const { document, productCount } = await readLegacyPayload(file, {
    checksum,
    productsOf: (body) => tools.platforms[origin.platform].productsOf(body),
    origin,
  });
  const { dispensaryId, platform, fetchedAt } = origin;
  const stored = tools.isDryRun
    ? null
    : await tools.payloadFiles.write({ dispensaryId, fetchedAt: new Date(fetchedAt), document });
  return {
    id: row.id,
    dispensary_id: dispensaryId,
    platform,
    storage_path: stored?.path,
    held_by: tools.payloadFiles.held?.holder ?? null,
    sha256: stored?.sha256,
    size_bytes: stored?.bytes,
    size_bytes_raw: stored?.rawBytes,
    product_count: productCount,
    pages: countOf(row, 'pages') ?? Math.max(1, Math.ceil(productCount / tools.platforms[platform].pageSize)),
    missing_count: 0,
    page_hashes: [],
    // The legacy row does not say who fetched it.
    browser_profile: 'unknown',
    fetch_duration_ms: countOf(row, 'fetch_duration_ms', 'duration_ms') ?? 0,
    fetched_at: fetchedAt,
    // Null until its snapshots are imported: see markIngested.
    ingested_at: null,
    verdict: 'accepted',
    file_state: 'stored',
  };
}

async function findKnown({ db }: ImportTools, id: number, path: string): Promise<Known[]> {
  const { rows } = await sql<Known>`
    select id, dispensary_id, storage_path from raw_crawl_payloads where id = ${id} or storage_path = ${path}
  `.execute(db);
  return rows;
}

interface TakenPayload {
  dispensaryId: number;
  /** With microseconds. */
  fetchedAt: string;
}

/** Finds which of these payloads were imported. Leaves out ids that belong to payloads of our own. */
export async function takenPayloads(
  { legacy, db }: ImportTools,
  ids: (number | null)[],
): Promise<ReadonlyMap<number, TakenPayload>> {
  const { rows } = await sql<Known & { fetched_at: string }>`
    select id, dispensary_id, storage_path, to_jsonb(fetched_at) #>> '{}' as fetched_at from raw_crawl_payloads
    where id = any(${[...new Set(ids)].filter((id) => id !== null)}::bigint[])
  `.execute(db);
  const theirs = await findLegacyRows(legacy, payloads.table, {
    ids: rows.map(({ id }) => id),
    columns: PATH_COLUMNS,
  });
  const pathOf = new Map(theirs.map((row) => [row.id, theirPath(row)]));
  return new Map(
    rows
      .filter(({ id, storage_path: path }) => pathOf.get(id) === path)
      .map((row) => [row.id, { dispensaryId: row.dispensary_id, fetchedAt: row.fetched_at }]),
  );
}

/**
 * Marks as ingested those payloads that the legacy system ingested and whose snapshots are all here. With missing snapshots,
 * lists of changes would be wrong.
 */
export async function markIngested(tools: ImportTools, source: string): Promise<void> {
  const { legacy, db } = tools;
  if (whyUnreadable((await findTables(legacy, [payloads.table])).get(payloads.table)) !== null) return;
  for (let afterId = 0; ;) {
    const rows = await readLegacyRows(legacy, payloads.table, { afterId, limit: 500 });
    const last = rows.at(-1);
    if (last === undefined) return;
    afterId = last.id;
    const taken = await takenPayloads(
      tools,
      rows.map(({ id }) => id),
    );
    const ids = [...taken.keys()];
    // Filters by the ids themselves: for a join, PostgreSQL estimates that every payload has as many snapshots as payload 0,
    // which most may have.
    const { rows: seen } = await sql<{ id: number }>`
      select distinct payload_id as id from store_product_snapshots where payload_id = any(${ids}::bigint[])
    `.execute(db);
    const hasSnapshots = new Set(seen.map(({ id }) => id));
    const ingested = rows.flatMap((row) => {
      const at = timeOf(row, 'ingested_at', 'processed_at');
      return at === null || !taken.has(row.id) ? [] : [{ id: row.id, at, seen: hasSnapshots.has(row.id) }];
    });
    await sql`
      update raw_crawl_payloads payload set ingested_at = given.at
      from json_to_recordset(${JSON.stringify(ingested)}::json) as given(id bigint, at timestamptz, seen boolean)
      where payload.id = given.id and payload.ingested_at is null and (given.seen or payload.product_count = 0)
        and not exists (
          select from legacy_incomplete_payloads incomplete
          where incomplete.source = ${source} and incomplete.payload_id = payload.id)
    `.execute(db);
  }
}

const PATH_COLUMNS = ['dispensary_id', ...TIME_COLUMNS];

/** Returns the path of a payload after its import; null when the payload cannot be imported. */
function theirPath(row: LegacyRow): string | null {
  const [dispensaryId, fetchedAt] = [idOf(row, 'dispensary_id'), payloadTimeOf(row)];
  if (dispensaryId === null || fetchedAt === null) return null;
  try {
    return payloadPath(dispensaryId, new Date(fetchedAt));
  } catch {
    return null;
  }
}
