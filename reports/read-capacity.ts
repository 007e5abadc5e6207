import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { readWorkerConnections } from '../db/queries/connections.ts';
import { listPaces } from '../db/queries/pace-control.ts';
import { readEndedWork, readPagesPerMenu, type EndedWork } from '../db/queries/role-work.ts';
import { listWorkers, type ListedWorker } from '../db/queries/worker-registry.ts';
import { isLive } from '../domain/worker.ts';
import { countOpenWork, readRoleRates, type OpenCount, type RoleRates } from '../db/queries/run-counts.ts';
import { CHAIN_ROLES, isChainRole, ROLES, type Role } from '../domain/role.ts';
import type { PlatformLoad } from '../domain/capacity.ts';
import { PLATFORM_NAMES } from '../domain/dispensary.ts';
import { listRegularStarts, type RegularStart } from '../temporal-client/describe-schedules.ts';
import { readQueueBacklogs, type QueueBacklog } from '../temporal-client/queue-backlog.ts';
import { carries } from '../temporal-config/role-queues.ts';
import { ACTIVITY_QUEUES } from '../temporal-config/task-queues.ts';
import { readArrivals, type Arrivals, type Load } from './arrivals.ts';
import { capacityRow, tallyOf, type CapacityRow, type RoleFacts } from './capacity-row.ts';
import { menusPerHour, type UsualPaces } from './platform-ceilings.ts';
import { workersOf } from './role-workers.ts';

export interface CapacityTools {
  db: Db;
  client: Client;
  /** The limits of the workers' environment. */
  usual: UsualCapacity;
}

interface UsualCapacity {
  paces: UsualPaces;
  slots: number;
  databasePoolSize: number;
}

/** What only Temporal knows about the work: future starts of schedules, and the backlogs of its queues. */
export interface ComingWork {
  regular: RegularStart[];
  backlogs: QueueBacklog[];
}

/** Used while Temporal is away. */
export const UNKNOWN_WORK: ComingWork = { regular: [], backlogs: [] };

/**
 * Reads the capacity of every role, in the order of the roles. Temporal is asked for schedules and task queues one by one, so frequent
 * callers should share a result.
 */
export async function readCapacity({ db, client, usual }: CapacityTools): Promise<CapacityRow[]> {
  return reckonCapacity({ db, usual, coming: await readComingWork(db, client) });
}

/** Reads future starts and queue backlogs from Temporal. */
export async function readComingWork(db: Db, client: Client): Promise<ComingWork> {
  const workers = (await listWorkers(db)).filter(({ status }) => isLive(status));
  const served = workers.flatMap(({ queues }) => queues.map(({ queue }) => queue));
  const [regular, backlogs] = await Promise.all([
    listRegularStarts(client),
    readQueueBacklogs(client, [...new Set([...ACTIVITY_QUEUES, ...served])].filter(carriesAny)),
  ]);
  return { regular, backlogs };
}

/** How fast work went over the last day. Values that are some seconds old change little. */
export interface PastWork {
  rates: RoleRates[];
  ended: EndedWork[];
  pages: Awaited<ReturnType<typeof readPagesPerMenu>>;
}

/** Reads how fast work went over the last day. */
export async function readPastWork(db: Db): Promise<PastWork> {
  const [rates, ended, pages] = await Promise.all([
    readRoleRates(db),
    readEndedWork(db),
    readPagesPerMenu(db),
  ]);
  return { rates, ended, pages };
}

/**
 * Computes the capacity of every role from what Temporal has reported before and the current ledger.
 * @param given.past default: it is read
 */
export async function reckonCapacity({
  db,
  usual,
  coming,
  past,
}: Omit<CapacityTools, 'client'> & { coming: ComingWork; past?: PastWork }): Promise<CapacityRow[]> {
  const { regular, backlogs } = coming;
  const { rates, ended, pages } = past ?? (await readPastWork(db));
  const workers = (await listWorkers(db)).filter(({ status }) => isLive(status));
  const [open, paces] = await Promise.all([countOpenWork(db), listPaces(db)]);
  const connections = await readWorkerConnections(
    db,
    workers.map((worker) => worker.worker_id),
  );
  const world: World = {
    open,
    rates,
    arrivals: await readArrivals(db, regular),
    backlogs,
    workers,
    menus: menusPerHour(paces, pages, usual.paces),
    databaseWorkers: Math.floor(connections / usual.databasePoolSize),
    usualSlots: usual.slots,
  };
  return ROLES.map((role) => {
    const known = ended.find((work) => work.role === role);
    const durationSeconds = known?.durationSeconds ?? workflowSeconds(rates, role);
    return capacityRow(factsOf(role, world, { known, durationSeconds }));
  });
}

/** Whether a queue carries the activities of any role; the queues of workflows do not. */
function carriesAny(queue: string): boolean {
  return ROLES.some((role) => carries(queue, role));
}

/** Returns how long a task of a role takes, by its workflow; null for chains, whose stages alone show how long a fetch takes. */
function workflowSeconds(rates: RoleRates[], role: Role): number | null {
  return isChainRole(role) ? null : (rates.find((one) => one.role === role)?.seconds ?? null);
}

interface World {
  open: OpenCount[];
  rates: RoleRates[];
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
  const open = world.open.filter((one) => one.role === role);
  const own = loadsOf(role, world);
  // Every fetched menu is ingested afterwards, so open chains are the upstream of `product_refresh`.
  const chains = role === 'product_refresh' ? CHAIN_ROLES : [];
  const before = world.open.filter((one) => isOneOf(chains, one.role));
  const ended = isChainRole(role) ? [] : world.rates.filter((one) => one.role === role);
  const workers = workersOf(role, world.workers, world.usualSlots);
  const slotSeconds = known?.slotSeconds ?? durationSeconds;
  return {
    role,
    tally: tallyOf(open),
    upstream: sum(before, ({ count }) => count),
    completedLastHour: (known?.completedLastHour ?? 0) + sum(ended, (one) => one.completedLastHour),
    failedLastHour: (known?.failedLastHour ?? 0) + sum(ended, (one) => one.failedLastHour),
    activeWorkers: workers.active,
    durationSeconds,
    slotSeconds: slotSeconds === null ? null : Math.max(slotSeconds, SLOT_SECONDS_MIN),
    slots: workers.slots,
    browsers: browsersOf(known, workers.browsers),
    arrivalsPerHour: sum([...own, ...chains.flatMap((chain) => loadsOf(chain, world))], world.arrivals),
    platforms: own.flatMap((one) => platformLoad(one, world)),
    ceilings: {
      database: world.databaseWorkers,
      memory: workers.lackMemory ? workers.active : null,
    },
    queues: world.backlogs.filter(({ queue }) => carries(queue, role)),
  };
}

/** The least time for which a task counts as holding a slot: the ledger may show 0. */
const SLOT_SECONDS_MIN = 0.001;

/**
 * Returns the load of a role on one platform; empty for roles that are not split by platform. First and recurring crawls share the
 * platform's pace, so the arrivals of the other role lower its ceiling.
 */
function platformLoad(load: Load, world: World): PlatformLoad[] {
  const { role, platform } = load;
  if (platform === null) return [];
  const { arrivals } = world;
  const others = CHAIN_ROLES.filter((other) => other !== role).flatMap((other) =>
    loadsOf(other, world).filter((one) => one.platform === platform),
  );
  const perHour = world.menus.get(platform);
  const tally = tallyOf(world.open.filter((one) => one.role === role && one.platform === platform));
  return [
    {
      arrivalsPerHour: arrivals(load),
      backlog: tally.ready + tally.later,
      ceilingPerHour: perHour === undefined ? null : Math.max(0, perHour - sum(others, arrivals)),
    },
  ];
}

/** Returns the loads of a role: for roles of chains one for each platform, for others one in total. */
function loadsOf(role: Role, { rates }: World): Load[] {
  const platforms = isChainRole(role) ? PLATFORM_NAMES : [null];
  return platforms.map((platform) => {
    const known = rates.find((one) => one.role === role && one.platform === platform);
    return { role, platform, startedLastDay: known?.startedLastDay ?? 0 };
  });
}

function isOneOf(roles: readonly Role[], role: Role): boolean {
  return roles.includes(role);
}

function browsersOf(known: EndedWork | undefined, slots: number): RoleFacts['browsers'] {
  if (known === undefined || known.browserShare === 0 || slots === 0) return null;
  const slotSeconds = Math.max(known.browserSeconds ?? 0, SLOT_SECONDS_MIN);
  return { share: known.browserShare, slotSeconds, slots };
}

function sum<Item>(items: Item[], numberOf: (item: Item) => number): number {
  return items.reduce((total, item) => total + numberOf(item), 0);
}
