import type { Db } from '../../db/connect.ts';
import { readGate } from '../../db/queries/pace.ts';
import { countProxies } from '../../db/queries/proxies.ts';
import { readBreaker } from '../../db/queries/target-breakers.ts';
import { breakerStateOf } from '../../domain/target-breaker.ts';
import { isLive } from '../../domain/worker.ts';
import { JOBS_QUEUE } from '../../temporal-config/task-queues.ts';
import { knownJobTypes } from '../known-job-types.ts';
import { listLiveWorkers } from '../live-workers.ts';
import { formatMoment } from '../../domain/format-moment.ts';
import type { WorkHolder } from './open-work.ts';
import { describeHolder, describePlace, describeUnserved } from './describe-workers.ts';

/** Activities that reach a platform through a proxy, with the suffix of the target whose breaker they use. */
const TARGETS: Record<string, string> = {
  fetchMenu: '',
  fetchMenuInBrowser: '/browser',
  downloadImages: '/images',
  resolveEntryPoint: '',
  discoverStoresOfState: '',
};

/** Describes what holds back every task of a kind, in words; empty: nothing does. */
export interface Blockers {
  /** Describes that no worker serves a queue. */
  unserved(queue: string): Promise<string[]>;
  /** Describes what work waits for if nothing else holds it back. @param queue null: not known */
  place(queue: string | null): Promise<string>;
  /** Describes that the worker that holds an attempt is gone or sends no heartbeat. */
  holder(holder: WorkHolder): Promise<string[]>;
  /** Describes that no worker knows a type of jobs. */
  unknown(jobType: string): Promise<string[]>;
  /** Describes what holds back the requests of an activity to a platform. */
  upstream(activity: string, platform: string | null): Promise<string[]>;
}

/** Creates the blockers for one answer; each fact is read once, however many tasks it holds back. */
export function createBlockers(db: Db): Blockers {
  const once = remember();
  const readWorkers = () => once('workers', () => listLiveWorkers(db));
  return {
    unserved: async (queue) => describeUnserved(queue, await readWorkers()),
    place: async (queue) => (queue === null ? 'a worker' : describePlace(queue, await readWorkers())),
    holder: async (holder) => describeHolder(holder, await readWorkers()),
    async unknown(jobType) {
      const workers = await readWorkers();
      const known = knownJobTypes(workers.filter(({ status }) => isLive(status) && status !== 'draining'));
      // If no worker runs jobs at all, `unserved` reports that.
      if (known === null || known.size === 0 || known.has(jobType)) return [];
      return [
        `a worker that knows the job type \`${jobType}\`: no worker of the queue \`${JOBS_QUEUE}\` knows it`,
      ];
    },
    async upstream(activity, platform) {
      const suffix = TARGETS[activity];
      if (suffix === undefined) return [];
      const proxies = describeProxies(await once('proxies', () => countProxies(db)));
      if (platform === null) return proxies;
      const target = `${platform}${suffix}`;
      const gate = await once(`gate ${platform}`, () => describeGate(db, platform));
      const breaker = await once(`breaker ${target}`, () => describeBreaker(db, target));
      return [...proxies, ...gate, ...breaker];
    },
  };
}

function remember(): <Answer>(name: string, ask: () => Promise<Answer>) => Promise<Answer> {
  const known = new Map<string, Promise<unknown>>();
  return <Answer>(name: string, ask: () => Promise<Answer>) => {
    const answer = (known.get(name) as Promise<Answer> | undefined) ?? ask();
    known.set(name, answer);
    return answer;
  };
}

function describeProxies({
  ready,
  cooling,
  firstReadyAt,
}: Awaited<ReturnType<typeof countProxies>>): string[] {
  if (ready > 0) return [];
  if (firstReadyAt === null) return ['an active proxy: there is none'];
  return [
    `an active proxy: 0 in use, ${cooling} cooling down, the first until ${formatMoment(firstReadyAt)}`,
  ];
}

async function describeGate(db: Db, platform: string): Promise<string[]> {
  const gate = await readGate(db, platform);
  if (gate === null) return [];
  if (gate.verdict === 'stopped')
    return [
      `an operator to start ${platform}: stopped since ${formatMoment(gate.since)}: ${gate.because.replace(/\.$/, '')}`,
    ];
  return [`the pause that ${platform} asked for, until ${formatMoment(new Date(Date.now() + gate.waitMs))}`];
}

async function describeBreaker(db: Db, target: string): Promise<string[]> {
  const { breaker, nowMs } = await readBreaker(db, target);
  const state = breakerStateOf(breaker, nowMs);
  if (breaker === null || state === 'half-open' || state === 'closed') return [];
  const tried = state === 'open' ? `at ${formatMoment(new Date(breaker.openUntilMs))}` : 'now';
  return [`${target} to answer again: it refuses every proxy, and a single request tries it ${tried}`];
}
