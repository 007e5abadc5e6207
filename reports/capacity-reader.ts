import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { readWorkerConnections } from '../db/queries/connections.ts';
import { listPaces } from '../db/queries/pace-control.ts';
import { readEndedWork, readPagesPerMenu, type EndedWork } from '../db/queries/role-work.ts';
import { listWorkers, type ListedWorker } from '../db/queries/worker-registry.ts';
import { isLive } from '../domain/worker.ts';
import { isChainRole, ROLES, type Role } from '../domain/role.ts';
import type { PlatformLoad } from '../domain/capacity.ts';
import { averageWorkflowSeconds } from '../temporal-client/count-role-work.ts';
import { listRegularStarts } from '../temporal-client/describe-schedules.ts';
import { readQueueBacklogs, type QueueBacklog } from '../temporal-client/queue-backlog.ts';
import { carries } from '../temporal-config/role-queues.ts';
import { ACTIVITY_QUEUES } from '../temporal-config/task-queues.ts';
import { readArrivals, type Arrivals } from './arrivals.ts';
import { capacityRow, type CapacityRow, type RoleFacts } from './capacity-row.ts';
import { menusPerHour, type UsualPaces } from './platform-ceilings.ts';
import { workersOf } from './role-workers.ts';
import { tallyTasks, type TaskCounts } from './tally-tasks.ts';

export interface CapacityTools {
  db: Db;
  client: Client;
  /** The limits of the workers' environment. */
  usual: { paces: UsualPaces; slots: number; databasePoolSize: number };
}

/**
 * One answer takes some thirty questions to visibility, of which a server answers ten a second unless it is told
 * otherwise: whoever asks again so soon gets the same answer.
 */
const FRESH_MS = 15_000;

/** Gives the capacity of every role, in the order of the roles; an answer serves all who ask within some seconds. */
export function createCapacityReader(tools: CapacityTools): () => Promise<CapacityRow[]> {
  let last: { answer: Promise<CapacityRow[]>; freshUntil: number } | null = null;
  return () => {
    if (last !== null && performance.now() < last.freshUntil) return last.answer;
    const asked = { answer: readCapacity(tools), freshUntil: Number.POSITIVE_INFINITY };
    last = asked;
    asked.answer.then(
      () => (asked.freshUntil = performance.now() + FRESH_MS),
      // A failure is for those who waited for it; the next one asks anew.
      () => (asked.freshUntil = 0),
    );
    return asked.answer;
  };
}

async function readCapacity({ db, client, usual }: CapacityTools): Promise<CapacityRow[]> {
  const workers = (await listWorkers(db)).filter(({ status }) => isLive(status));
  const served = workers.flatMap(({ queues }) => queues.map(({ queue }) => queue));
  const [counts, regular, backlogs, ended, pages, paces] = await Promise.all([
    tallyTasks({ db, client }),
    listRegularStarts(client),
    readQueueBacklogs(client, [...new Set([...ACTIVITY_QUEUES, ...served])].filter(carriesAny)),
    readEndedWork(db),
    readPagesPerMenu(db),
    listPaces(db),
  ]);
  const connections = await readWorkerConnections(
    db,
    workers.map((worker) => worker.worker_id),
  );
  const world: World = {
    counts,
    arrivals: await readArrivals(db, regular),
    backlogs,
    workers,
    menus: menusPerHour(paces, pages, usual.paces),
    databaseWorkers: Math.floor(connections / usual.databasePoolSize),
    usualSlots: usual.slots,
  };
  return Promise.all(
    ROLES.map(async (role) => {
      const known = ended.find((work) => work.role === role);
      const durationSeconds = known?.durationSeconds ?? (await workflowSeconds(client, role));
      return capacityRow(factsOf(role, world, { known, durationSeconds }));
    }),
  );
}

/** Those of the workflows carry no role's work. */
function carriesAny(queue: string): boolean {
  return ROLES.some((role) => carries(queue, role));
}

/** A chain is more than a task of its role; the ledger alone knows how long its fetch took. */
async function workflowSeconds(client: Client, role: Role): Promise<number | null> {
  return isChainRole(role) ? null : averageWorkflowSeconds(client, role);
}

interface World {
  counts: TaskCounts[];
  arrivals: Arrivals;
  backlogs: QueueBacklog[];
  workers: ListedWorker[];
  menus: ReturnType<typeof menusPerHour>;
  databaseWorkers: number;
  usualSlots: number;
}

interface Past {
  known: EndedWork | undefined;
  durationSeconds: number | null;
}

function factsOf(role: Role, world: World, { known, durationSeconds }: Past): RoleFacts {
  const counts = world.counts.filter((one) => one.role === role);
  const chains = world.counts.filter((one) => isChainRole(one.role));
  // Every menu that is fetched is then ingested.
  const before = role === 'product_refresh' ? chains : [];
  const workers = workersOf(role, world.workers, world.usualSlots);
  const slotSeconds = known?.slotSeconds ?? durationSeconds;
  return {
    role,
    tally: {
      ready: sum(counts, ({ tally }) => tally.ready),
      later: sum(counts, ({ tally }) => tally.later),
      claimed: sum(counts, ({ tally }) => tally.claimed),
      running: sum(counts, ({ tally }) => tally.running),
    },
    upstream: sum(before, ({ tally }) => tally.ready + tally.later + tally.claimed + tally.running),
    completedLastHour: (known?.completedLastHour ?? 0) + sum(counts, (one) => one.completedLastHour),
    failedLastHour: (known?.failedLastHour ?? 0) + sum(counts, (one) => one.failedLastHour),
    activeWorkers: workers.active,
    durationSeconds,
    slotSeconds: slotSeconds === null ? null : Math.max(slotSeconds, SLOT_SECONDS_MIN),
    slots: workers.slots,
    browsers: browsersOf(known, workers.browsers),
    arrivalsPerHour: sum([...counts, ...before], world.arrivals),
    platforms: counts.flatMap((one) => platformLoad(one, world)),
    ceilings: {
      database: world.databaseWorkers,
      memory: workers.lackMemory ? workers.active : null,
    },
    queues: world.backlogs.filter(({ queue }) => carries(queue, role)),
  };
}

/** What takes no time that the ledger's clock can see still takes a slot for a moment. */
const SLOT_SECONDS_MIN = 0.001;

/** First crawls and recurring ones share a platform's pace: what comes of the one is not there for the other. */
function platformLoad(counts: TaskCounts, { counts: all, arrivals, menus }: World): PlatformLoad[] {
  const { role, platform, tally } = counts;
  if (platform === null) return [];
  const others = all.filter((other) => other.platform === platform && other.role !== role);
  const perHour = menus.get(platform);
  return [
    {
      arrivalsPerHour: arrivals(counts),
      backlog: tally.ready + tally.later,
      ceilingPerHour: perHour === undefined ? null : Math.max(0, perHour - sum(others, arrivals)),
    },
  ];
}

function browsersOf(known: EndedWork | undefined, slots: number): RoleFacts['browsers'] {
  if (known === undefined || known.browserShare === 0 || slots === 0) return null;
  const slotSeconds = Math.max(known.browserSeconds ?? 0, SLOT_SECONDS_MIN);
  return { share: known.browserShare, slotSeconds, slots };
}

function sum<Item>(items: Item[], numberOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0);
}
