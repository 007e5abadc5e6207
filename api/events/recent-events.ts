import type { Db } from '../../db/connect.ts';
import {
  findOldestEvent,
  listEvents,
  readSettledEvents,
  type LedgerEvent,
  type SettledEvents,
} from '../../db/queries/run-events.ts';

/** The events up to a position, the last ones in memory. */
export interface RecentEvents {
  /** All events up to this id were read; null: nothing was read yet. */
  position(): number | null;
  /** Whether no event has had this id yet: the database was restored from a backup. */
  isAhead(id: number): boolean;
  /** Reads what came since. @param onPage called after each page */
  readNew(onPage: () => void): Promise<void>;
  /** Events after one, from memory or from the database, and up to which id these are all. */
  readAfter(after: number): Promise<{ events: LedgerEvent[]; upTo: number }>;
  /** Whether everything after an event can be read, by its id as a client sends it. */
  canReadAfter(id: string, onPage: () => void): Promise<boolean>;
}

const READ_AT_ONCE = 1_000;

/** For streams that are a little behind; others read from the database. */
const KEPT_MAX = 5_000;

/** To load everything anew is less than to read more events than these. */
const BEHIND_MAX = 100_000;

/** Reads the ledger's events for streams that are at different places. */
export function readRecentEvents(db: Db): RecentEvents {
  let position: number | null = null;
  let lastTaken = 0;
  let kept: LedgerEvent[] = [];
  /** `kept` has all events after this one. */
  let keptAfter = 0;
  const readPage = async (after: number, last: number) => {
    const upTo = Math.min(last, after + READ_AT_ONCE);
    return { events: await listEvents(db, { after, upTo, limit: READ_AT_ONCE }), upTo };
  };
  const readUntil = async ({ settled, taken }: SettledEvents, onPage: () => void): Promise<void> => {
    lastTaken = taken;
    // At first, and after a pause or a flood: streams that are behind read from the database.
    // The last is after a restore from a backup.
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
      // Another process may have sent it before this one has read it.
      if (position === null || id > position) await readNew(onPage);
      if (position === null || id > lastTaken || id < position - BEHIND_MAX) return false;
      const oldest = await findOldestEvent(db);
      return oldest === null ? id >= position : id >= oldest - 1;
    },
  };
}
