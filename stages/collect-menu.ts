import { CrawlError } from '../domain/errors.ts';
import type { Role } from '../domain/role.ts';
import type { CrawlSession } from '../egress/session.ts';
import type { MenuOrder, MenuPage, Platform } from '../platforms/platform.ts';
import type { PageSpool, SpoolKey } from '../storage/page-spool.ts';
import { askPlatform } from './ask-platform.ts';
import { createGathering, type GatheredMenu, type KeptPage } from './gather-pages.ts';
import { heartbeat } from './heartbeat.ts';
import type { QueryMemory } from './query-memory.ts';

/** The step that a fetch is at, for whoever looks at its heartbeats. */
interface FetchStep {
  role: Role;
  doing: string;
}

/** How far a fetch is; travels in heartbeats, so that another worker can go on. */
export interface MenuCursor extends Partial<FetchStep> {
  /** The fence of the attempt that left the pages. */
  attempt: number;
  pages: number;
  /** The platform's id of the store whose pages they are. Absent in cursors of earlier versions. */
  of?: string;
  /** ISO 8601: when the first attempt began, or a stop of the platform was over. */
  startedAt: string;
  /** ISO 8601: when the first of the pages was asked for. */
  pagesSince: string;
  /** How often the store has refused, or sent what cannot be believed, over all attempts. */
  refusals: number;
}

/** A menu that was collected. */
export interface CollectedMenu extends GatheredMenu {
  startedAt: Date;
}

export interface MenuCollector {
  /** Fetches what is missing and heartbeats the cursor at each page; may be called again with another session. */
  collect(session: CrawlSession, platformDispensaryId: string): Promise<void>;
  /** The whole menu, copied out of what was collected: for its end alone, while `cursor` is cheap at any time. */
  menu(): CollectedMenu;
  /** Whether no page so far held a product. */
  isEmpty(): boolean;
  /** Drops the pages so far: they are of another store, or of none. */
  startOver(): Promise<void>;
  cursor(): MenuCursor;
  /** Tells what is being done; the menu is not the first that is asked for. */
  begin(step: FetchStep): void;
  /** Counts one more refusal; it travels in the cursor. */
  countRefusal(): number;
  /** The time so far does not count. */
  restartClock(): void;
  /** Removes the pages that this attempt and those before it kept for a resume. A later attempt keeps its own. */
  forget(): Promise<void>;
}

interface Origin {
  platform: Platform;
  memory: QueryMemory;
  /** The platform's id of the store, where it is known. */
  platformDispensaryId: string | null;
  /** Where this store is asked, when not at the platform's usual address. */
  apiUrl: string | null;
  /** Unique for the attempt: a timed-out attempt that still runs writes to a folder of its own. */
  key: SpoolKey;
  cursor: MenuCursor | null;
  /** The database's time: a cursor may be that of an attempt on another machine. */
  now: () => Date;
}

/** Gathers the pages of one menu, starting where an earlier attempt left off when all its pages can be read. */
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
        const page = await askPage(session, origin, { ...next, platformDispensaryId });
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

async function askPage(
  session: CrawlSession,
  { platform, memory, apiUrl }: Origin,
  asked: { page: number; order: MenuOrder; platformDispensaryId: string },
): Promise<KeptPage> {
  return askPlatform<KeptPage>(
    { session, platform, memory },
    {
      build: (known) => platform.requestMenuPage({ ...asked, apiUrl }, known),
      parse: (answer, { selectsFields = false }) => ({
        ...platform.parseMenuPage(answer),
        fieldsSelected: selectsFields,
      }),
    },
  );
}

/** Pages that are older than this are of another menu: prices and stock move on while a platform is stopped. */
const PAGES_FRESH_FOR_MS = 3_600_000;

function isFresh({ pagesSince }: MenuCursor, now: Date): boolean {
  return now.getTime() - Date.parse(pagesSince) < PAGES_FRESH_FOR_MS;
}

function isOf(cursor: MenuCursor, platformDispensaryId: string | null): boolean {
  return cursor.of === undefined || cursor.of === platformDispensaryId;
}

/** A proxy that answers from its memory may give one store's menu for another's. @throws CrawlError SuspectPayload */
function refuseOfAnother(page: MenuPage, platformDispensaryId: string): void {
  const other = page.ownerIds?.find((id) => id !== platformDispensaryId);
  if (other === undefined) return;
  throw new CrawlError(
    'SuspectPayload',
    `The menu of store ${platformDispensaryId} was asked for; products of store ${other.slice(0, 40)} came.`,
    { evidence: { fault: 'another-store', asked: platformDispensaryId, got: other.slice(0, 40) } },
  );
}
