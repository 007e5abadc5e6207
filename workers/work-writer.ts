import type { Db } from '../db/connect.ts';
import type { EventBell } from '../db/event-bell.ts';
import { writeWork, type WorkKey, type WorkNote } from '../db/queries/run-heartbeats.ts';
import type { Log } from '../observability/log.ts';

/** What is recorded of an activity, with times from `performance.now()`. */
export interface Work extends Omit<
  WorkNote,
  'claimedAgeMs' | 'heartbeatAgeMs' | 'nextAttemptInMs' | 'isNew' | 'isNewToRun' | 'retries'
> {
  claimedAt: number;
  nextAttemptAt: number | null;
  lastHeartbeat: () => number | null;
  /** Whether its row has been written. */
  isWritten: boolean;
  /** Whether the row of its run has been updated with this activity. */
  isInRun: boolean;
}

/** Records the activities of a worker, without making them wait. */
export interface WorkWriter {
  /**
   * Notes the state of an activity, to be written soon.
   * @param retries 1 if this note begins a retry that nothing else counts, otherwise 0
   */
  note(work: Work, retries?: number): void;
  /** Writes what is left, for a few seconds at most. Call it once, at the end. */
  end(): Promise<void>;
}

interface WriterOptions {
  db: Db;
  worker: string;
  log: Log;
  bell: EventBell;
}

/** Notes within this time are written in one statement. */
const GATHER_MS = 200;

/** The delay after a failure, or if runs were locked. */
const AGAIN_MS = 1_000;

const END_MS_MAX = 5_000;

/** Maximum number of notes in one statement, for example after an outage. */
const WRITTEN_MAX = 1_000;

/** Enough notes for an outage of hours on a worker with many short activities. Beyond this, the oldest note is dropped. */
const NOTES_MAX = 10_000;

/**
 * Gathers notes and writes them in batches. While the database is unavailable, keeps the newest note of each activity and
 * retries.
 *
 *     idle      ──► gathering  note
 *     gathering ──► writing    GATHER_MS later, or at the end
 *     writing   ──► idle       all is written
 *     writing   ──► gathering  new notes arrived, or some could not be written: AGAIN_MS later
 */
export function createWorkWriter(options: WriterOptions): WorkWriter {
  const desk: Desk = { ...options, notes: new Map(), retries: new Map(), writing: null, hasFailed: false };
  return {
    note(work, more = 0) {
      const key = keyOf(work);
      if (more > 0) desk.retries.set(key, (desk.retries.get(key) ?? 0) + more);
      const known = desk.notes.get(key);
      // A timed-out attempt may end after the next attempt has begun.
      if (known !== undefined && known.claimedAt > work.claimedAt) return;
      // The newest note goes last: a run's stage is that of the activity that changed last.
      desk.notes.delete(key);
      desk.notes.set(key, work);
      if (desk.notes.size > NOTES_MAX) deleteOldest(desk);
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
  // A skipped note may depend on a note that has just been written.
  for (let before = Infinity; notes.size > 0 && notes.size < before;) {
    before = notes.size;
    await write(desk);
  }
}

/** Writes the notes; never fails. @returns the delay before the next write, in milliseconds */
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
    if (desk.hasFailed) log.info('the states of activities are being recorded again');
    desk.hasFailed = false;
    return skipped.length > 0 ? AGAIN_MS : GATHER_MS;
  } catch (error) {
    if (!desk.hasFailed) log.warn({ err: error }, 'could not record the states of activities; trying again');
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

function deleteOldest({ notes, retries }: Desk): void {
  for (const key of notes.keys()) {
    notes.delete(key);
    retries.delete(key);
    return;
  }
}

function keyOf({ runId, activityId }: WorkKey): string {
  return `${runId}/${activityId}`;
}
