import { activityInfo, heartbeat } from '@temporalio/activity';
import type { ChainRole } from '../domain/role.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import type { Db } from '../db/connect.ts';
import { findDueDispensaries, loadDispensaries } from '../db/queries/dispensaries.ts';

/** Dispensaries a page of a fan-out has: one activity, one history event. */
const PAGE_SIZE = 200;

type NamedDispensary = Pick<Dispensary, 'id' | 'name' | 'platform' | 'stateCode'>;

/** Starts one chain and says whether it is new; given by the worker, which holds the client. */
export type StartCrawl = (
  dispensary: NamedDispensary,
  options: { role: ChainRole; priority: number },
) => Promise<boolean>;

export interface StartedCounts {
  started: number;
  /** Dispensaries that had a chain already. */
  alreadyRunning: number;
}

export interface StartDueInput {
  scope: string;
  /** ISO 8601. */
  dueBefore: string;
  afterId: number;
  priority: number;
}

/** How far a page is; travels in heartbeats. */
interface StartProgress extends StartedCounts {
  done: number;
}

/** Starts under way at once: each is a round trip of some milliseconds. */
const STARTS_AT_ONCE = 10;

/** Activities that start chains with the client: that costs a history one event a page, not three a chain. */
export function createStartCrawlsActivities({ db, startCrawl }: { db: Db; startCrawl: StartCrawl }) {
  async function startEach(
    dispensaries: NamedDispensary[],
    options: { role: ChainRole; priority: number },
  ): Promise<StartedCounts> {
    // A retry goes on where the last attempt was: a chain that it started may be done by now, and would start again.
    const counts: StartProgress = (activityInfo().heartbeatDetails as StartProgress | undefined) ?? {
      started: 0,
      alreadyRunning: 0,
      done: 0,
    };
    while (counts.done < dispensaries.length) {
      const batch = dispensaries.slice(counts.done, counts.done + STARTS_AT_ONCE);
      const areNew = await Promise.all(batch.map((dispensary) => startCrawl(dispensary, options)));
      const started = areNew.filter(Boolean).length;
      counts.started += started;
      counts.alreadyRunning += batch.length - started;
      counts.done += batch.length;
      heartbeat(counts);
    }
    return { started: counts.started, alreadyRunning: counts.alreadyRunning };
  }

  return {
    /** Starts a chain for each of these dispensaries. */
    async startCrawls(input: {
      dispensaryIds: number[];
      role: ChainRole;
      priority: number;
    }): Promise<StartedCounts> {
      return startEach(await loadDispensaries(db, input.dispensaryIds), input);
    },

    /** Starts a chain for each dispensary of the next page of what is due. */
    async startDueCrawls(input: StartDueInput): Promise<StartedCounts & { lastId: number; isLast: boolean }> {
      const page = await findDueDispensaries(db, { ...input, limit: PAGE_SIZE });
      const counts = await startEach(page, { role: 'payload_fetch', priority: input.priority });
      return { ...counts, lastId: page.at(-1)?.id ?? input.afterId, isLast: page.length < PAGE_SIZE };
    },
  };
}
