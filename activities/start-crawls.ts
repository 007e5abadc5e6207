import { activityInfo, cancellationSignal } from '@temporalio/activity';
import { roomInWindow, type CountedChains } from '../domain/crawl-due.ts';
import type { ChainRole } from '../domain/role.ts';
import type { Dispensary } from '../domain/dispensary.ts';
import type { Db } from '../db/connect.ts';
import {
  divideDueDispensaries,
  findDueDispensaries,
  loadDispensaries,
  type Due,
} from '../db/queries/dispensaries.ts';
import { notePromotions } from '../db/queries/run-events.ts';
import { noteRuns, type NotedRun } from '../db/queries/note-runs.ts';
import { ROLE_WORKFLOWS } from '../domain/role-workflows.ts';
import { SCHEDULED_PRIORITY } from '../temporal-config/priorities.ts';
import { runCreatedAt } from '../temporal-config/run-ids.ts';
import { crawlDispensaryId } from '../temporal-config/workflow-ids.ts';
import { heartbeat } from '../stages/heartbeat.ts';

type NamedDispensary = Pick<Dispensary, 'id' | 'name' | 'platform' | 'stateCode'>;

interface StartOptions {
  role: ChainRole;
  priority: number;
  /** False skips the images; if absent, the chain uses its default. */
  images?: boolean;
  /** The fan-out that starts the chain. */
  fanOut?: string | undefined;
}

/**
 * Starts one chain and returns its run, or null if one was already open. The worker passes this function in, because it holds the
 * Temporal client. A second start with the same `startId` starts nothing and returns what the first returned, even when the chain
 * has closed.
 */
export type StartCrawl = (
  dispensary: NamedDispensary,
  options: StartOptions & { startId: string },
) => Promise<string | null>;

interface Tools {
  db: Db;
  startCrawl: StartCrawl;
  /** Counts the chains of a fan-out that visibility shows. */
  countFanOut: (fanOut: string) => Promise<CountedChains>;
}

export interface StartedCounts {
  started: number;
  /** Dispensaries that already had an open chain. */
  alreadyRunning: number;
}

export interface StartDueInput extends Due {
  afterId: number;
  /** The last id of the batch; absent when there is no limit. */
  untilId?: number | undefined;
  priority: number;
  images?: boolean | undefined;
  pageSize: number;
  /** The most chains of this fan-out that may be open at once. */
  window: number;
  fanOut: string;
  /** Chains that the fan-out started before this page, and when it last started one (ISO 8601; null when never). */
  startedBefore: number;
  lastStartedAt: string | null;
}

export interface StartedPage extends StartedCounts {
  lastId: number;
  /** Whether this is the last page. */
  isLast: boolean;
  /** True when no more may start until some chains close. */
  isWindowFull: boolean;
}

/** The ids of a page and its progress; kept in heartbeats. */
interface PageProgress extends StartedCounts {
  ids: number[];
  isLast: boolean;
  isWindowFull: boolean;
  /** Dispensaries up to this id are done. */
  lastId: number;
}

/** How many chains are started at once. Each start is a round trip of some milliseconds. */
const STARTS_AT_ONCE = 10;

/**
 * Creates the activities that start chains through the client. A page of chains then takes one activity in the history; as child
 * workflows, each chain would take three events.
 */
export function createStartCrawlsActivities(tools: Tools) {
  return {
    /** Starts a chain for each of these dispensaries. */
    async startCrawls(input: {
      dispensaryIds: number[];
      role: ChainRole;
      priority: number;
    }): Promise<StartedCounts> {
      const page = resumedPage() ?? newPage(input.dispensaryIds, { isLast: true, isWindowFull: false });
      const { started, alreadyRunning } = await startEach(tools, page, {
        role: input.role,
        priority: input.priority,
      });
      return { started, alreadyRunning };
    },

    /** Starts a chain for each due dispensary of the next page, as far as the window allows. */
    async startDueCrawls(input: StartDueInput): Promise<StartedPage> {
      const page = resumedPage() ?? (await nextPage(tools, input));
      // Record the page before the first start, so that a retry gets the same page: after the starts, other dispensaries are due.
      heartbeat(page);
      const { started, alreadyRunning, lastId, isLast, isWindowFull } = await startEach(tools, page, {
        role: 'payload_fetch',
        priority: input.priority,
        fanOut: input.fanOut,
        ...(input.images === undefined ? {} : { images: input.images }),
      });
      return { started, alreadyRunning, lastId: Math.max(lastId, input.afterId), isLast, isWindowFull };
    },

    /** Divides the due dispensaries into batches. @returns the last id of each batch */
    async divideDue(input: Due & { batches: number }): Promise<number[]> {
      return divideDueDispensaries(tools.db, input, input.batches);
    },
  };
}

async function nextPage({ db, countFanOut }: Tools, input: StartDueInput): Promise<PageProgress> {
  const room = roomInWindow({
    window: input.window,
    started: input.startedBefore,
    quietMs: input.lastStartedAt === null ? null : sinceMs(input.lastStartedAt),
    ...(await countFanOut(input.fanOut)),
  });
  if (room === 0) return newPage([], { isLast: false, isWindowFull: true });
  const limit = Math.min(room, input.pageSize);
  const due = await findDueDispensaries(db, { ...input, limit });
  return newPage(
    due.map(({ id }) => id),
    { isLast: due.length < limit, isWindowFull: room <= input.pageSize },
  );
}

/** Returns the milliseconds since a moment of the workflow's clock. The server's clock gives both times. */
function sinceMs(workflowTime: string): number {
  return activityInfo().currentAttemptScheduledTimestampMs - Date.parse(workflowTime);
}

async function startEach(
  { db, startCrawl }: Tools,
  page: PageProgress,
  options: StartOptions,
): Promise<PageProgress> {
  const left = await loadDispensaries(
    db,
    page.ids.filter((id) => id > page.lastId),
  );
  // All attempts of this activity use the same start ids, so that no two of them start the same chain twice.
  const scope = activityInfo().workflowExecution?.runId ?? activityInfo().activityId;
  while (left.length > 0) {
    cancellationSignal().throwIfAborted();
    const together = left.splice(0, STARTS_AT_ONCE);
    const runIds = await Promise.all(
      together.map((dispensary) =>
        startCrawl(dispensary, { ...options, startId: `${scope}/${dispensary.id}` }),
      ),
    );
    const begun = together.flatMap((dispensary, at) => {
      const runId = runIds[at];
      return runId == null ? [] : [notedChain(dispensary, runId, options)];
    });
    await noteRuns(db, begun);
    const open = together.filter((_, at) => runIds[at] == null).map(({ id }) => crawlDispensaryId(id));
    if (options.priority > SCHEDULED_PRIORITY)
      await notePromotions(db, open, { priority: options.priority, actor: null, by: currentWorkflow() });
    const started = begun.length;
    page.started += started;
    page.alreadyRunning += together.length - started;
    page.lastId = together.at(-1)?.id ?? page.lastId;
    heartbeat(page);
  }
  return page;
}

/** Describes a started chain for the ledger, which records it at once: lists then show the chain before a worker takes it. */
function notedChain(
  { id, platform, stateCode }: NamedDispensary,
  runId: string,
  { role, priority }: StartOptions,
): NotedRun {
  return {
    workflowId: crawlDispensaryId(id),
    runId,
    firstRunId: runId,
    type: ROLE_WORKFLOWS[role],
    createdAt: runCreatedAt(runId, new Date()),
    role,
    jobType: null,
    platform,
    account: null,
    dispensaryId: id,
    stateCode,
    priority,
    maxRetries: null,
    retryCount: null,
    scheduledFor: null,
    startedBy: currentWorkflow() ?? null,
    requestedBy: null,
  };
}

/** Returns the progress of the previous attempt, from its heartbeat; undefined if there is none. */
function resumedPage(): PageProgress | undefined {
  return activityInfo().heartbeatDetails as PageProgress | undefined;
}

function newPage(ids: number[], ends: Pick<PageProgress, 'isLast' | 'isWindowFull'>): PageProgress {
  return { ids, ...ends, started: 0, alreadyRunning: 0, lastId: 0 };
}

function currentWorkflow(): string | undefined {
  return activityInfo().workflowExecution?.workflowId;
}
