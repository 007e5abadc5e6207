import type { Client } from '@temporalio/client';
import type { Db } from '../db/connect.ts';
import { listBegunChains, type BegunChain } from '../db/queries/role-work.ts';
import { PLATFORM_NAMES, type PlatformName } from '../domain/dispensary.ts';
import { CHAIN_ROLES, isChainRole, ROLES, type Role } from '../domain/role.ts';
import { countRoleWork, type CountedWork } from '../temporal-client/count-role-work.ts';
import { listGoneChains, listOpen } from '../temporal-client/list-executions.ts';
import { lookAtTasks, type Execution, type TaskState } from '../temporal-client/look-at-tasks.ts';
import { ROLE_WORKFLOWS } from '../temporal-config/role-workflows.ts';

/** Where the open tasks of a role are. */
export type Tally = Record<Exclude<TaskState, 'closed'>, number>;

/** Tasks of a role on one platform; roles that are no chain's have them all under `null`. */
export interface TaskCounts extends Pick<CountedWork, 'startedLastDay'> {
  role: Role;
  platform: PlatformName | null;
  tally: Tally;
  /** Workflows that closed in the last hour, of roles that the ledger does not know. */
  completedLastHour: number;
  failedLastHour: number;
}

/** The largest fleet that is planned for runs 225 tasks at once; of more, these tell enough. */
const LOOKS_MAX = 500;
const OWN_LOOKS_MAX = 200;

interface Sources {
  db: Db;
  client: Client;
}

/**
 * Counts the open tasks of every role. No table holds pending work, so what waits is what Temporal has open less what has begun:
 * visibility counts the open chains of a role, the ledger names those of which a stage has begun, and those stages are
 * looked at one by one. A chain is a task of its own role until its menu is fetched, then one of `product_refresh` until
 * that is in; while it downloads pictures it is nobody's.
 */
export async function tallyTasks(sources: Sources): Promise<TaskCounts[]> {
  const counted = await countChains(sources.client);
  const begun = await lookAtBegun(sources);
  const own = await Promise.all(
    ROLES.filter((role) => !isChainRole(role)).map((role) => tallyOwn(sources.client, role)),
  );
  const chains = counted.map(({ role, platform, work }) => {
    const theirs = begun.filter((chain) => chain.role === role && chain.platform === platform);
    const tally = tallyOf(theirs.filter(({ stage }) => stage === 'fetch').map(({ state }) => state));
    // Visibility follows by a moment, so it may know of less than the ledger.
    tally.ready += Math.max(0, work.open - theirs.length);
    return { role, platform, tally, ...NOTHING_CLOSED, startedLastDay: work.startedLastDay };
  });
  const ingests = tallyOf(begun.flatMap(({ stage, state }) => (stage === 'ingest' ? [state] : [])));
  return [
    ...chains,
    ...own.map((counts) =>
      counts.role === 'product_refresh' ? { ...counts, tally: added(counts.tally, ingests) } : counts,
    ),
  ];
}

/** The ledger tells how chains ended. */
const NOTHING_CLOSED = { completedLastHour: 0, failedLastHour: 0 };

async function countChains(client: Client) {
  const asked = CHAIN_ROLES.flatMap((role) => PLATFORM_NAMES.map((platform) => ({ role, platform })));
  return Promise.all(
    asked.map(async ({ role, platform }) => ({
      role,
      platform,
      work: await countRoleWork(client, role, { platform }),
    })),
  );
}

/** A chain that has begun, with what it waits for or does. */
interface LookedAt extends Pick<BegunChain, 'role' | 'platform' | 'stage'> {
  state: Exclude<TaskState, 'closed'>;
}

async function lookAtBegun({ db, client }: Sources): Promise<LookedAt[]> {
  const gone = await listGoneChains(client);
  const begun = (await listBegunChains(db)).filter(({ runId }) => !gone.has(runId));
  // Between two stages, and while pictures are downloaded, there is nothing to look at.
  const open = begun.filter(({ isOpen, stage }) => isOpen && stage !== 'images').slice(0, LOOKS_MAX);
  const looks = await lookAtTasks(client, open);
  const stateOf = new Map(open.map(({ runId }, at) => [runId, looks[at]?.state]));
  return begun.flatMap(({ runId, role, platform, stage, isOpen }) => {
    if (!isOpen) return [{ role, platform, stage: nextOf(stage), state: 'ready' as const }];
    const state = stateOf.get(runId) ?? 'running';
    return state === 'closed' ? [] : [{ role, platform, stage, state }];
  });
}

function nextOf(stage: BegunChain['stage']): BegunChain['stage'] {
  return stage === 'fetch' ? 'ingest' : 'images';
}

async function tallyOwn(client: Client, role: Role): Promise<TaskCounts> {
  const { open, ...closed } = await countRoleWork(client, role);
  const known: Execution[] =
    open === 0 ? [] : await listOpen(client, ROLE_WORKFLOWS[role], Math.min(open, OWN_LOOKS_MAX));
  const tally = tallyOf((await lookAtTasks(client, known)).map(({ state }) => state));
  tally.ready += Math.max(0, open - known.length);
  return { role, platform: null, tally, ...closed };
}

function tallyOf(states: TaskState[]): Tally {
  const count = (state: TaskState) => states.filter((one) => one === state).length;
  return {
    ready: count('ready'),
    later: count('later'),
    claimed: count('claimed'),
    running: count('running'),
  };
}

function added(one: Tally, other: Tally): Tally {
  return {
    ready: one.ready + other.ready,
    later: one.later + other.later,
    claimed: one.claimed + other.claimed,
    running: one.running + other.running,
  };
}
