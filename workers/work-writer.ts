import type { Db } from '../db/connect.ts';
import type { EventBell } from '../db/event-bell.ts';
import { writeWork, type WorkKey, type WorkNote } from '../db/queries/run-heartbeats.ts';
import type { Log } from '../observability/log.ts';

/** What is written of an activity, with moments as `performance.now()` counts. */
export interface Work extends Omit<
  WorkNote,
  'claimedAgeMs' | 'heartbeatAgeMs' | 'nextAttemptInMs' | 'isNew' | 'isNewToRun' | 'retries'
> {
  claimedAt: number;
  nextAttemptAt: number | null;
  lastHeartbeat: () => number | null;
  /** Whether its row is written. */
  isWritten: boolean;
  /** Whether its run knows of it. */
  isInRun: boolean;
}

/** Writes what the activities of a worker do; nothing of it is waited for. */
export interface WorkWriter {
  /** @param retries attempts after the first that begin with it */
  note(work: Work, retries?: number): void;
  /** Writes what is left, for a few seconds at most; to be called once, at the end. */
  end(): Promise<void>;
}

interface WriterOptions {
  db: Db;
  worker: string;
  log: Log;
  bell: EventBell;
}

/** What comes within this time is written in one statement. */
const GATHER_MS = 200;

/** After a failure, or where runs were locked. */
const AGAIN_MS = 1_000;

const END_MS_MAX = 5_000;

/** In one statement, as after an outage. */
const WRITTEN_MAX = 1_000;

/** An outage of hours, on a worker with many short activities. */
const NOTES_MAX = 10_000;

/**
 * Gathers notes and writes them. While the database is away it keeps the newest of each activity, and goes on trying.
 *
 *     idle      ──► gathering  note
 *     gathering ──► writing    GATHER_MS later, or at the end
 *     writing   ──► idle       all is written
 *     writing   ──► gathering  something came meanwhile, or could not be written: AGAIN_MS later
 */
export function createWorkWriter(options: WriterOptions): WorkWriter {
  const desk: Desk = { ...options, notes: new Map(), retries: new Map(), writing: null, hasFailed: false };
  return {
    note(work, more = 0) {
      const key = keyOf(work);
      if (more > 0) desk.retries.set(key, (desk.retries.get(key) ?? 0) + more);
      const known = desk.notes.get(key);
      // An attempt that timed out may end beside the one that came after it.
      if (known !== undefined && known.claimedAt > work.claimedAt) return;
      // The newest last: the stage of a run is that of the activity that changed last.
      desk.notes.delete(key);
      desk.notes.set(key, work);
      if (desk.notes.size > NOTES_MAX) forgetOldest(desk);
      gather(desk, GATHER_MS);
    },
    async end() {
      const late = Promise.withResolvers<void>();
      const timer = setTimeout(late.resolve, END_MS_MAX);
      await Promise.race([writeRest(desk), late.promise]);
      clearTimeout(timer);
      clearTimeout(desk.timer);
    },
  };
}

interface Desk extends WriterOptions {
  notes: Map<string, Work>;
  retries: Map<string, number>;
  timer?: NodeJS.Timeout | undefined;
  writing: Promise<void> | null;
  hasFailed: boolean;
}

function gather(desk: Desk, ms: number): void {
  if (desk.timer !== undefined || desk.writing !== null) return;
  desk.timer = setTimeout(() => {
    desk.timer = undefined;
    desk.writing = write(desk).then((againMs) => {
      desk.writing = null;
      if (desk.notes.size > 0) gather(desk, againMs);
    });
  }, ms);
}

async function writeRest(desk: Desk): Promise<void> {
  await desk.writing;
  clearTimeout(desk.timer);
  const { notes } = desk;
  // What is skipped may be waiting for what has just been written.
  for (let before = Infinity; notes.size > 0 && notes.size < before;) {
    before = notes.size;
    await write(desk);
  }
}

/** Never fails. @returns when what is left is to be written */
async function write(desk: Desk): Promise<number> {
  const { db, worker, log, bell, notes, retries } = desk;
  const sent = [...notes]
    .slice(0, WRITTEN_MAX)
    .map(([key, work]) => ({ key, work, note: noteOf(work, retries.get(key) ?? 0) }));
  try {
    const skipped = await writeWork(
      db,
      worker,
      sent.map(({ note }) => note),
    );
    bell.ring();
    const skippedKeys = new Set(skipped.map(keyOf));
    for (const { key, work, note } of sent) {
      work.isWritten = true;
      if (skippedKeys.has(key)) continue;
      work.isInRun = true;
      subtract(retries, key, note.retries);
      if (notes.get(key) === work && work.state === note.state) notes.delete(key);
    }
    if (desk.hasFailed) log.info('what the activities do is written again');
    desk.hasFailed = false;
    return skipped.length > 0 ? AGAIN_MS : GATHER_MS;
  } catch (error) {
    if (!desk.hasFailed)
      log.warn({ err: error }, 'what the activities do could not be written; trying again');
    desk.hasFailed = true;
    return AGAIN_MS;
  }
}

function noteOf(work: Work, retries: number): WorkNote {
  const { claimedAt, nextAttemptAt, lastHeartbeat, isWritten, isInRun, ...facts } = work;
  const now = performance.now();
  const heartbeatAt = lastHeartbeat();
  return {
    ...facts,
    claimedAgeMs: now - claimedAt,
    heartbeatAgeMs: heartbeatAt === null ? null : now - heartbeatAt,
    nextAttemptInMs: nextAttemptAt === null ? null : nextAttemptAt - now,
    isNew: !isWritten,
    isNewToRun: !isInRun,
    retries,
  };
}

function subtract(counts: Map<string, number>, key: string, written: number): void {
  const left = (counts.get(key) ?? 0) - written;
  if (left > 0) counts.set(key, left);
  else counts.delete(key);
}

function forgetOldest({ notes, retries }: Desk): void {
  for (const key of notes.keys()) {
    notes.delete(key);
    retries.delete(key);
    return;
  }
}

function keyOf({ runId, activityId }: WorkKey): string {
  return `${runId}/${activityId}`;
}
