import type { Db } from '../db/connect.ts';
import {
  findClosedRuns,
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
import { walkFiles, type FoundFile } from '../storage/walk-files.ts';

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
  /** Rows whose file was missing and is there again. */
  backAgain: number;
  /** Files without a row that are old enough to be of no attempt. */
  strayFiles: number;
  temporaryFiles: number;
  /** Spools of runs that are over. */
  spools: number;
  expired: number;
  /** The first few of each, with the path. */
  samples: { what: 'missing' | 'corrupt' | 'stray' | 'temporary' | 'expired'; path: string }[];
}

const PAGE_SIZE = 500;
const SAMPLES_MAX = 20;

/** A write takes seconds. What is as young as this may still be under way. */
const TEMPORARY_AFTER_MS = 3_600_000;

/** A payload's row comes right after its file; an attempt that was paused for long has lost its fence anyway. */
const STRAY_AFTER_MS = 24 * 3_600_000;

/**
 * Brings files and rows together again: marks payloads whose file is missing or damaged, removes files that no row knows
 * and that writes left behind, spools of runs that are over, and payloads whose time is over.
 */
export async function repairStorage(tools: RepairTools, options: RepairOptions): Promise<StorageReport> {
  const report: StorageReport = {
    payloadsChecked: 0,
    missing: 0,
    corrupt: 0,
    backAgain: 0,
    strayFiles: 0,
    temporaryFiles: 0,
    spools: 0,
    expired: 0,
    samples: [],
  };
  await checkRows(tools, options, report);
  await removeStrayFiles(tools, options, report);
  await removeSpools(tools, options, report);
  await expirePayloads(tools, options, report);
  return report;
}

function note(report: StorageReport, what: StorageReport['samples'][number]['what'], path: string): void {
  if (report.samples.filter((sample) => sample.what === what).length < SAMPLES_MAX)
    report.samples.push({ what, path });
}

async function checkRows(tools: RepairTools, options: RepairOptions, report: StorageReport): Promise<void> {
  for (let afterId = 0; ;) {
    const page = await findPayloadFiles(tools.db, { afterId, limit: PAGE_SIZE });
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
  const found = await payloadFiles.check(row.storagePath, { ...row, isDeep });
  return found === 'whole' ? 'stored' : found;
}

function count(report: StorageReport, row: PayloadFileRow, state: FileState): void {
  report.payloadsChecked += 1;
  if (state === 'stored' && row.fileState === 'missing') report.backAgain += 1;
  if (state === 'missing' || state === 'corrupt') {
    report[state] += 1;
    note(report, state, row.storagePath);
  }
}

async function removeStrayFiles(
  tools: RepairTools,
  options: RepairOptions,
  report: StorageReport,
): Promise<void> {
  const now = Date.now();
  let old: string[] = [];
  for (const folder of ['payloads', 'images']) {
    for await (const file of walkFiles(tools.storageRoot, folder)) {
      const ageMs = now - file.modifiedAt.getTime();
      if (file.isTemporary) await removeTemporary(tools, { file, ageMs }, { options, report });
      else if (folder === 'payloads' && ageMs > STRAY_AFTER_MS) old.push(file.path);
      if (old.length >= PAGE_SIZE) {
        await removeStrays(tools, old, { options, report });
        old = [];
      }
      options.onProgress(report);
    }
  }
  await removeStrays(tools, old, { options, report });
}

interface Doing {
  options: RepairOptions;
  report: StorageReport;
}

async function removeTemporary(
  { payloadFiles }: RepairTools,
  { file, ageMs }: { file: FoundFile; ageMs: number },
  { options, report }: Doing,
): Promise<void> {
  if (ageMs < TEMPORARY_AFTER_MS) return;
  report.temporaryFiles += 1;
  note(report, 'temporary', file.path);
  if (options.isRepairing) await payloadFiles.remove(file.path);
}

async function removeStrays(
  { db, payloadFiles }: RepairTools,
  paths: string[],
  { options, report }: Doing,
): Promise<void> {
  if (paths.length === 0) return;
  for (const path of await findStrayPaths(db, paths)) {
    report.strayFiles += 1;
    note(report, 'stray', path);
    if (options.isRepairing) await payloadFiles.remove(path);
  }
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
  { db, payloadFiles }: RepairTools,
  options: RepairOptions,
  report: StorageReport,
): Promise<void> {
  for (;;) {
    const page = await findExpiredPayloads(db, options.retention, PAGE_SIZE);
    for (const { id, storagePath } of page) {
      report.expired += 1;
      note(report, 'expired', storagePath);
      if (!options.isRepairing) continue;
      // The row first: a file that is gone is no payload, one that is left over is a stray.
      await markFiles(db, [id], { state: 'expired', isChecked: false });
      await payloadFiles.remove(storagePath);
      options.onProgress(report);
    }
    if (!options.isRepairing || page.length < PAGE_SIZE) return;
  }
}
