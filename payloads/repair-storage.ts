import { CrawlError } from '../domain/errors.ts';
import type { Db } from '../db/connect.ts';
import {
  findClosedRuns,
  findDispensaryIds,
  findExpiredPayloads,
  findPayloadFiles,
  findStrayPaths,
  markFiles,
  type FileState,
  type PayloadFileRow,
  type Retention,
} from '../db/queries/payload-states.ts';
import type { PageSpool } from '../storage/page-spool.ts';
import type { PayloadFiles } from '../storage/payload-files.ts';
import { walkFiles } from '../storage/walk-files.ts';

export interface RepairTools {
  db: Db;
  storageRoot: string;
  payloadFiles: PayloadFiles;
  pageSpool: PageSpool;
}

export interface RepairOptions {
  /** False only inspects: nothing is marked or deleted. */
  isRepairing: boolean;
  /** Whether the content of each file is verified, not only its size. */
  isDeep: boolean;
  retention: Retention;
  /** True repairs even if so much does not match that the database or the folder is probably a wrong one. */
  isForced: boolean;
  /** Called at each step, for heartbeats and progress. */
  onProgress(report: StorageReport): void;
}

/** The faults that were found and, with `isRepairing`, repaired; as numbers. */
export interface StorageReport {
  payloadsChecked: number;
  /** Rows whose file does not exist. */
  missing: number;
  /** Rows whose file differs. */
  corrupt: number;
  /** Rows whose file was missing or damaged and is intact again. */
  backAgain: number;
  /** Files without a row that are too old to belong to a running attempt. */
  strayFiles: number;
  /** How many stray files were kept, because there are so many that probably the rows were lost. */
  straysKept: number;
  temporaryFiles: number;
  /** Spools of ended runs. */
  spools: number;
  expired: number;
  /** The first few paths of each kind. */
  samples: { what: 'missing' | 'corrupt' | 'stray' | 'temporary' | 'expired'; path: string }[];
}

/** Returns an empty report. */
export function emptyReport(): StorageReport {
  return {
    payloadsChecked: 0,
    missing: 0,
    corrupt: 0,
    backAgain: 0,
    strayFiles: 0,
    straysKept: 0,
    temporaryFiles: 0,
    spools: 0,
    expired: 0,
    samples: [],
  };
}

const PAGE_SIZE = 500;
const SAMPLES_MAX = 20;
const DISPENSARIES_AT_ONCE = 100;

/**
 * If none of the first `FIRST_LOOK` rows has a file, and none of the first files has a row, the folder is probably a wrong one. With
 * fewer than `MISSING_DOUBTED` rows, their files may also have been lost.
 */
const FIRST_LOOK = 200;
const MISSING_DOUBTED = 10;

/** A write takes seconds; a younger temporary file may still be in use. */
const TEMPORARY_AFTER_MS = 3_600_000;

/** A file without a row is a stray after this time: rows are written right after files, and a later write would be refused. */
const STRAY_AFTER_MS = 24 * 3_600_000;

/**
 * Makes files and rows match again: marks payloads whose file is missing or damaged, and deletes files without a row, leftovers
 * of writes, spools of ended runs, and expired payloads.
 * @throws CrawlError InvalidInput when none of the first payloads has its file
 */
export async function repairStorage(tools: RepairTools, options: RepairOptions): Promise<StorageReport> {
  const report = emptyReport();
  if (!options.isForced) await requireStorage(tools);
  await checkRows(tools, options, report);
  await removeLeftovers(tools, options, report);
  await removeSpools(tools, options, report);
  await expirePayloads(tools, options, report);
  return report;
}

/** Returns the holder of the checked files, because the files of other holders cannot be seen from here. Null: the shared storage. */
function holderOf({ payloadFiles }: RepairTools): string | null {
  return payloadFiles.held?.holder ?? null;
}

/**
 * Refuses a storage that looks unmounted: a repair would take every file for lost, and hide every payload until the next check.
 */
async function requireStorage(tools: RepairTools): Promise<void> {
  const { db, storageRoot, payloadFiles } = tools;
  const first = await findPayloadFiles(db, { holder: holderOf(tools), afterId: 0, limit: FIRST_LOOK });
  for (const row of first)
    if ((await payloadFiles.check(row.storagePath, { ...row, isDeep: false })) !== 'missing') return;
  const files = await firstFiles(storageRoot);
  const strays = await findStrayPaths(db, files);
  // The oldest files may be lost while newer ones exist; or there were only a few files, and all are lost.
  const mayBeLost = strays.length < files.length || (files.length > 0 && first.length < MISSING_DOUBTED);
  if (first.length === 0 || mayBeLost) return;
  throw new CrawlError(
    'InvalidInput',
    `STORAGE_ROOT is ${storageRoot}, which has none of the payloads that the database knows. Is it the right folder, and mounted?`,
  );
}

async function firstFiles(storageRoot: string): Promise<string[]> {
  const paths: string[] = [];
  for await (const { path } of walkFiles(storageRoot, 'payloads')) {
    paths.push(path);
    if (paths.length === FIRST_LOOK) break;
  }
  return paths;
}

function note(report: StorageReport, what: StorageReport['samples'][number]['what'], path: string): void {
  if (report.samples.filter((sample) => sample.what === what).length < SAMPLES_MAX)
    report.samples.push({ what, path });
}

async function checkRows(tools: RepairTools, options: RepairOptions, report: StorageReport): Promise<void> {
  for (let afterId = 0; ;) {
    const page = await findPayloadFiles(tools.db, { holder: holderOf(tools), afterId, limit: PAGE_SIZE });
    const states = new Map<FileState, number[]>();
    for (const row of page) {
      const state = await stateOf(tools, row, options.isDeep);
      count(report, row, state);
      if (state !== row.fileState || options.isDeep)
        states.set(state, [...(states.get(state) ?? []), row.id]);
      options.onProgress(report);
    }
    if (options.isRepairing) {
      for (const [state, ids] of states) await markFiles(tools.db, ids, { state, isChecked: options.isDeep });
    }
    const last = page.at(-1);
    if (last === undefined || page.length < PAGE_SIZE) return;
    afterId = last.id;
  }
}

async function stateOf(
  { payloadFiles }: RepairTools,
  row: PayloadFileRow,
  isDeep: boolean,
): Promise<FileState> {
  // For a file that was damaged, a correct size does not prove that it is intact again, so its content is verified.
  const found = await payloadFiles.check(row.storagePath, {
    ...row,
    isDeep: isDeep || row.fileState === 'corrupt',
  });
  return found === 'whole' ? 'stored' : found;
}

function count(report: StorageReport, row: PayloadFileRow, state: FileState): void {
  report.payloadsChecked += 1;
  if (state === 'stored' && row.fileState !== 'stored') report.backAgain += 1;
  if (state === 'missing' || state === 'corrupt') {
    report[state] += 1;
    note(report, state, row.storagePath);
  }
}

/** With a larger share of strays, the rows are probably lost: the database was restored from a backup, or is another one. */
const STRAY_SHARE_MAX = 0.1;
const STRAYS_ALWAYS_REMOVED = 10;

async function removeLeftovers(
  tools: RepairTools,
  options: RepairOptions,
  report: StorageReport,
): Promise<void> {
  const found = await findLeftovers(tools, options, report);
  if (!options.isRepairing) return;
  for (const path of found.temporary) await tools.payloadFiles.remove(path);
  const isBelievable =
    found.strays.length <= Math.max(STRAYS_ALWAYS_REMOVED, found.payloadFiles * STRAY_SHARE_MAX);
  if (!isBelievable && !options.isForced) {
    report.straysKept = found.strays.length;
    return;
  }
  for (const path of found.strays) await tools.payloadFiles.remove(path);
}

interface Leftovers {
  payloadFiles: number;
  temporary: string[];
  strays: string[];
}

async function findLeftovers(
  { db, storageRoot }: RepairTools,
  options: RepairOptions,
  report: StorageReport,
): Promise<Leftovers> {
  const now = Date.now();
  const found: Leftovers = { payloadFiles: 0, temporary: [], strays: [] };
  let old: string[] = [];
  const findRows = async (): Promise<void> => {
    for (const path of await findStrayPaths(db, old)) {
      found.strays.push(path);
      report.strayFiles += 1;
      note(report, 'stray', path);
    }
    old = [];
  };
  for (const folder of ['payloads', 'images', 'jobs']) {
    for await (const file of walkFiles(storageRoot, folder)) {
      const ageMs = now - file.modifiedAt.getTime();
      if (file.isTemporary && ageMs >= TEMPORARY_AFTER_MS) {
        found.temporary.push(file.path);
        report.temporaryFiles += 1;
        note(report, 'temporary', file.path);
      } else if (!file.isTemporary && folder === 'payloads') {
        found.payloadFiles += 1;
        if (ageMs > STRAY_AFTER_MS) old.push(file.path);
      }
      if (old.length >= PAGE_SIZE) await findRows();
      options.onProgress(report);
    }
  }
  await findRows();
  return found;
}

async function removeSpools(
  { db, pageSpool }: RepairTools,
  { isRepairing }: RepairOptions,
  report: StorageReport,
): Promise<void> {
  for (const run of await findClosedRuns(db, await pageSpool.runs())) {
    report.spools += 1;
    if (isRepairing) await pageSpool.removeRun(run);
  }
}

async function expirePayloads(
  tools: RepairTools,
  options: RepairOptions,
  report: StorageReport,
): Promise<void> {
  const { days, perDispensary } = options.retention;
  if (days === null && perDispensary === null) return;
  const { db, payloadFiles } = tools;
  const holder = holderOf(tools);
  for (let afterId = 0; ;) {
    const dispensaryIds = await findDispensaryIds(db, { afterId, limit: DISPENSARIES_AT_ONCE });
    for (const { id, storagePath } of await findExpiredPayloads(db, options.retention, {
      dispensaryIds,
      holder,
    })) {
      report.expired += 1;
      note(report, 'expired', storagePath);
      if (!options.isRepairing) continue;
      // The row first: an expired row needs no file, and a file that is left over becomes a stray.
      await markFiles(db, [id], { state: 'expired', isChecked: false });
      await payloadFiles.remove(storagePath);
      options.onProgress(report);
    }
    const last = dispensaryIds.at(-1);
    if (last === undefined || dispensaryIds.length < DISPENSARIES_AT_ONCE) return;
    afterId = last;
  }
}
