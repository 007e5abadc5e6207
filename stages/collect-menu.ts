import { CrawlError } from '../domain/errors.ts';
import type { Role } from '../domain/role.ts';
import type { CrawlSession } from '../egress/session.ts';
import type { MenuOrder, MenuPage, Platform } from '../platforms/platform.ts';
import type { PageSpool, SpoolKey } from '../storage/page-spool.ts';
import { fetchFromPlatform } from './fetch-from-platform.ts';
import { createGathering, type GatheredMenu, type KeptPage } from './gather-pages.ts';
import { heartbeat } from './heartbeat.ts';
import type { QueryMemory } from './query-memory.ts';

/** The current step of a fetch, shown in its heartbeats. */
interface FetchStep {
  role: Role;
  doing: string;
}

/** The progress of a fetch; kept in heartbeats, so that another worker can resume it. */
export interface MenuCursor extends Partial<FetchStep> {
  /** The fence of the attempt that saved the pages. */
  attempt: number;
  pages: number;
  /** The platform id of the store that the pages belong to. Absent in cursors of earlier versions. */
  of?: string;
  /** ISO 8601: when the first attempt started or, if later, when an attempt last found the platform stopped by an operator. */
  startedAt: string;
  /** ISO 8601: when the first of the pages was requested. */
  pagesSince: string;
  /** Refusals and unbelievable answers of the store, over all attempts. */
  refusals: number;
}

/** A collected menu. */
export interface CollectedMenu extends GatheredMenu {
  startedAt: Date;
}

export interface MenuCollector {
  /** Fetches the missing pages and heartbeats the cursor after each; may be called again with another session. */
  collect(session: CrawlSession, platformDispensaryId: string): Promise<void>;
  /** Copies the whole menu. Call it only at the end; `cursor` is cheap at any time. */
  menu(): CollectedMenu;
  /** Whether no page so far held a product. */
  isEmpty(): boolean;
  /** Drops the pages so far, because they belong to another store, or to none. */
  startOver(): Promise<void>;
  cursor(): MenuCursor;
  /** Reports the current step: sometimes the platform's id of the store is requested before or after the menu. */
  begin(step: FetchStep): void;
  /** Counts one more refusal; the cursor keeps the count. @returns the count */
  countRefusal(): number;
  /** Sets `startedAt` to now. */
  restartClock(): void;
  /** Removes the pages that this and earlier attempts saved for a resume. Later attempts keep their own. */
  forget(): Promise<void>;
}

interface Origin {
  platform: Platform;
  memory: QueryMemory;
  /** The platform's id of the store, if known. */
  platformDispensaryId: string | null;
  /** The store's own API address, if it differs from the platform's usual one. */
  apiUrl: string | null;
  /** Unique for the attempt: a timed-out attempt that still runs writes to its own folder. */
  key: SpoolKey;
  cursor: MenuCursor | null;
  /** The database's time, because the cursor may come from an attempt on another machine. */
  now: () => Date;
}

/** Gathers the pages of one menu. Resumes after the pages of an earlier attempt if all of them can be read. */
export async function createMenuCollector(spool: PageSpool, origin: Origin): Promise<MenuCollector> {
  const { platform, key, cursor, now } = origin;
  let gathered = createGathering(platform);
  let of = origin.platformDispensaryId;
  const usable =
    cursor !== null && cursor.pages > 0 && isFresh(cursor, now()) && isOf(cursor, of) ? cursor : null;
  let pagesSince = usable === null ? now() : new Date(usable.pagesSince);
  let startedAt = cursor === null ? now() : new Date(cursor.startedAt);
  let refusals = cursor?.refusals ?? 0;
  let step: Partial<FetchStep> = {};

  const currentCursor = (): MenuCursor => ({
    ...step,
    attempt: key.attempt,
    pages: gathered.pages(),
    ...(of === null ? {} : { of }),
    startedAt: startedAt.toISOString(),
    pagesSince: pagesSince.toISOString(),
    refusals,
  });

  const left = usable === null ? null : await spool.adopt<KeptPage>(key, usable);
  for (const page of left ?? []) gathered.take(page);

  return {
    async collect(session, platformDispensaryId) {
      of = platformDispensaryId;
      for (let next = gathered.next(); next !== null; next = gathered.next()) {
        const page = await fetchPage(session, origin, { ...next, platformDispensaryId });
        refuseOfAnother(page, platformDispensaryId);
        await spool.write(key, gathered.pages(), page);
        gathered.take(page);
        heartbeat(currentCursor());
      }
    },
    menu: () => ({ ...gathered.menu(), startedAt }),
    isEmpty: () => gathered.isEmpty(),
    async startOver() {
      await spool.removeAttempt(key);
      gathered = createGathering(platform);
      pagesSince = now();
      heartbeat(currentCursor());
    },
    cursor: currentCursor,
    begin(next) {
      step = next;
      heartbeat(currentCursor());
    },
    countRefusal() {
      refusals += 1;
      heartbeat(currentCursor());
      return refusals;
    },
    restartClock() {
      startedAt = now();
      heartbeat(currentCursor());
    },
    forget: () => spool.removeAttempt(key),
  };
}

async function fetchPage(
  session: CrawlSession,
  { platform, memory, apiUrl }: Origin,
  requested: { page: number; order: MenuOrder; platformDispensaryId: string },
): Promise<KeptPage> {
  return fetchFromPlatform<KeptPage>(
    { session, platform, memory },
    {
      build: (known) => platform.requestMenuPage({ ...requested, apiUrl }, known),
      parse: (answer, { selectsFields = false }) => ({
        ...platform.parseMenuPage(answer),
        fieldsSelected: selectsFields,
      }),
    },
  );
}

/** A retry does not resume from older pages: prices and stock may have changed, for example while the platform was stopped. */
const PAGES_FRESH_FOR_MS = 3_600_000;

function isFresh({ pagesSince }: MenuCursor, now: Date): boolean {
  return now.getTime() - Date.parse(pagesSince) < PAGES_FRESH_FOR_MS;
}

function isOf(cursor: MenuCursor, platformDispensaryId: string | null): boolean {
  return cursor.of === undefined || cursor.of === platformDispensaryId;
}

/** Refuses a page of another store, which a proxy may return from its cache. @throws CrawlError SuspectPayload */
function refuseOfAnother(page: MenuPage, platformDispensaryId: string): void {
  const other = page.ownerIds?.find((id) => id !== platformDispensaryId);
  if (other === undefined) return;
  throw new CrawlError(
    'SuspectPayload',
    `Expected the menu of store ${platformDispensaryId}, got products of store ${other.slice(0, 40)}.`,
    { evidence: { fault: 'another-store', asked: platformDispensaryId, got: other.slice(0, 40) } },
  );
}
