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
  /** False only looks: nothing is marked or removed. */
  isRepairing: boolean;
  /** Compares every byte with the row, not only the size. */
  isDeep: boolean;
  retention: Retention;
  /** True does it also where so much does not fit together that it may be another database, or another folder. */
  isForced: boolean;
  /** Called at each step, for heartbeats and progress. */
  onProgress(report: StorageReport): void;
}

/** What was found; with `isRepairing`, what was done. */
export interface StorageReport {
  payloadsChecked: number;
  /** Rows whose file is not there. */
  missing: number;
  /** Rows whose file differs. */
  corrupt: number;
  /** Rows whose file was missing or damaged and is whole again. */
  backAgain: number;
  /** Files without a row that are old enough to be of no attempt. */
  strayFiles: number;
  /** How many of these were left alone because there are so many that the rows may be what is lost. */
  straysKept: number;
  temporaryFiles: number;
  /** Spools of runs that are over. */
  spools: number;
  expired: number;
  /** The first few of each, with the path. */
  samples: { what: 'missing' | 'corrupt' | 'stray' | 'temporary' | 'expired'; path: string }[];
}

/** Of a look at nothing. */
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

/** With so many rows without a file, and so many files without a row, it is another folder. */
const FIRST_LOOK = 200;
const MISSING_DOUBTED = 10;

/** A write takes seconds. What is as young as this may still be under way. */
const TEMPORARY_AFTER_MS = 3_600_000;

/** A payload's row comes right after its file; an attempt that was paused for long has lost its fence anyway. */
const STRAY_AFTER_MS = 24 * 3_600_000;

/**
 * Brings files and rows together again: marks payloads whose file is missing or damaged, removes files that no row knows
 * and that writes left behind, spools of runs that are over, and payloads whose time is over.
 * @throws CrawlError InvalidInput when none of the first payloads is where it should be
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

/** Whose files are looked at; those of others, and of a storage that all share, are not to be seen from here. */
function holderOf({ payloadFiles }: RepairTools): string | null {
  return payloadFiles.held?.holder ?? null;
}

/** A disk that is not mounted looks like the loss of every file, and would hide every payload until the next look. */
async function requireStorage(tools: RepairTools): Promise<void> {
  const { db, storageRoot, payloadFiles } = tools;
  const first = await findPayloadFiles(db, { holder: holderOf(tools), afterId: 0, limit: FIRST_LOOK });
  for (const row of first)
    if ((await payloadFiles.check(row.storagePath, { ...row, isDeep: false })) !== 'missing') return;
  const files = await firstFiles(storageRoot);
  const strays = await findStrayPaths(db, files);
  // The oldest may be lost while others are there, and a few may be lost that were all there was.
  const mayBeLost = strays.length < files.length || (files.length > 0 && first.length < MISSING_DOUBTED);
  if (first.length === 0 || mayBeLost) return;
  throw new CrawlError(
    'InvalidInput',
    `STORAGE_ROOT is ${storageRoot}, where none of the payloads is that the database knows. Is it the right folder, and mounted?`,
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
  // That the size is right says nothing of one that was found damaged.
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

/** With more strays than this share of the files, it is the rows that are lost: a database of before, or another one. */
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
  const lookForRows = async (): Promise<void> => {
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
      if (old.length >= PAGE_SIZE) await lookForRows();
      options.onProgress(report);
    }
  }
  await lookForRows();
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
      // The row first: a file that is gone is no payload, one that is left over is a stray.
      await markFiles(db, [id], { state: 'expired', isChecked: false });
      await payloadFiles.remove(storagePath);
      options.onProgress(report);
    }
    const last = dispensaryIds.at(-1);
    if (last === undefined || dispensaryIds.length < DISPENSARIES_AT_ONCE) return;
    afterId = last;
  }
}
