import type { Db } from '../../db/connect.ts';
import {
  findOldestEvent,
  listEvents,
  readSettledEvents,
  type LedgerEvent,
  type SettledEvents,
} from '../../db/queries/run-events.ts';

/** The events up to a position; the latest ones are in memory. */
export interface RecentEvents {
  /** All events up to this id were read; null before the first read. */
  position(): number | null;
  /** Whether no event has had this id yet, as after a restore from a backup. */
  isAhead(id: number): boolean;
  /** Reads the new events. @param onPage called after each page */
  readNew(onPage: () => void): Promise<void>;
  /** Returns the events after an id, from memory or from the database, and the id up to which they are complete. */
  readAfter(after: number): Promise<{ events: LedgerEvent[]; upTo: number }>;
  /** Whether all events after an id can be read. @param id as the client sent it */
  canReadAfter(id: string, onPage: () => void): Promise<boolean>;
}

const READ_AT_ONCE = 1_000;

/** Events kept in memory, for streams that are slightly behind; streams further behind read from the database. */
const KEPT_MAX = 5_000;

/** A client that has missed more events than this reloads everything, which is cheaper than reading the events. */
const BEHIND_MAX = 100_000;

/** Reads the ledger's events for streams at different positions. */
export function readRecentEvents(db: Db): RecentEvents {
  let position: number | null = null;
  let lastTaken = 0;
  let kept: LedgerEvent[] = [];
  /** `kept` has all events after this id. */
  let keptAfter = 0;
  const readPage = async (after: number, last: number) => {
    const upTo = Math.min(last, after + READ_AT_ONCE);
    return { events: await listEvents(db, { after, upTo, limit: READ_AT_ONCE }), upTo };
  };
  const readUntil = async ({ settled, taken }: SettledEvents, onPage: () => void): Promise<void> => {
    lastTaken = taken;
    // Skips to the newest event on the first read, after a pause or a flood, and (last condition) after a restore from a backup. Streams
    // that are behind read the skipped events from the database.
    if (position === null || settled - position > KEPT_MAX || taken < position) {
      kept = [];
      keptAfter = settled;
      position = settled;
      onPage();
    }
    while (position < settled) {
      const { events, upTo } = await readPage(position, settled);
      kept.push(...events);
      position = upTo;
      const dropped = kept.splice(0, Math.max(0, kept.length - KEPT_MAX));
      keptAfter = dropped.at(-1)?.id ?? keptAfter;
      onPage();
    }
  };
  let reading: Promise<void> = Promise.resolve();
  const readNew = async (onPage: () => void): Promise<void> => {
    const next = async () => readUntil(await readSettledEvents(db), onPage);
    // One read at a time: two would read the same events.
    reading = reading.then(next, next);
    await reading;
  };
  return {
    position: () => position,
    isAhead: (id) => id > lastTaken,
    readNew,
    async readAfter(after) {
      const upTo = position ?? after;
      return after >= keptAfter
        ? { events: kept.filter(({ id }) => id > after), upTo }
        : readPage(after, upTo);
    },
    async canReadAfter(text, onPage) {
      const id = Number(text);
      if (!/^\d{1,15}$/.test(text)) return false;
      // Another API process may have sent this event before this one read it.
      if (position === null || id > position) await readNew(onPage);
      if (position === null || id > lastTaken || id < position - BEHIND_MAX) return false;
      const oldest = await findOldestEvent(db);
      return oldest === null ? id >= position : id >= oldest - 1;
    },
  };
}
