import { ON_FAILURE, type OnFailure } from '../../domain/job.ts';
import type { Random } from '../../sandbox/world/random.ts';

/** The platform that runs one job at a time. */
export const LIMITED_PLATFORM = 'narrow';

/** What an attempt does at the end of its work: `flaky` fails at the first attempt, `fails` for good at each. */
type Manner = 'succeeds' | 'flaky' | 'fails';

/** A job to request, and how it has to end. */
export interface PlannedJob {
  id: string;
  platform?: string;
  account?: string;
  priority: number;
  /** How long after its request it may start at the earliest; absent: at once. */
  startsAfterMs?: number;
  dependsOn: readonly string[];
  onFailure: OnFailure;
  manner: Manner;
  workMs: number;
  expected: {
    endedAs: 'completed' | 'failed' | 'cancelled';
    /** False: an end of a job that it depends on ends it without an attempt. */
    runs: boolean;
  };
}

/** Accounts by platform; twelve in all. */
const ACCOUNTS: Record<string, readonly string[]> = {
  wide: ['ann', 'ben', 'cleo', 'dan', 'eve'],
  broad: ['finn', 'gus', 'hal', 'ivy', 'jo'],
  [LIMITED_PLATFORM]: ['kim', 'lou'],
};

/** A job depends on some of so many that were requested before it. */
const NEAR = 20;

/** Plans jobs, each of which depends on earlier ones only. @param prefix of the ids, unique in this database */
export function planJobs(random: Random, { prefix, count }: { prefix: string; count: number }): PlannedJob[] {
  const planned: PlannedJob[] = [];
  for (let at = 0; at < count; at += 1) {
    const before = planned.slice(-NEAR);
    const dependencies =
      before.length > 0 && random.chance(0.35) ? [random.pick(before), random.pick(before)] : [];
    const job = {
      id: `${prefix}-${at + 1}`,
      ...planTurn(random),
      priority: random.whole(1, 10),
      ...(random.chance(0.2) ? { startsAfterMs: random.whole(5, 90) * 1_000 } : {}),
      dependsOn: [...new Set(dependencies.map(({ id }) => id))],
      onFailure: random.pick(ON_FAILURE),
      manner: planManner(random),
      workMs: random.whole(500, 3_000),
    };
    planned.push({ ...job, expected: expectEnd(job, dependencies) });
  }
  return planned;
}

/** Plans jobs of the same platform, each to wait for the only slot. @returns in the order in which they are requested */
export function planWaiting(
  random: Random,
  { prefix, count, platform }: { prefix: string; count: number; platform?: string | undefined },
): PlannedJob[] {
  return Array.from({ length: count }, (_, at) => ({
    id: `${prefix}-${at + 1}`,
    ...(platform === undefined ? {} : { platform }),
    priority: random.whole(1, 10),
    dependsOn: [],
    onFailure: 'fail',
    manner: 'succeeds',
    workMs: 50,
    expected: { endedAs: 'completed', runs: true },
  }));
}

function planTurn(random: Random): Pick<PlannedJob, 'platform' | 'account'> {
  const chosen = random.next();
  if (chosen < 0.4) return {};
  const platform = chosen < 0.66 ? 'wide' : chosen < 0.92 ? 'broad' : LIMITED_PLATFORM;
  return random.chance(0.3) ? { platform } : { platform, account: random.pick(ACCOUNTS[platform]!) };
}

function planManner(random: Random): Manner {
  const chosen = random.next();
  return chosen < 0.1 ? 'fails' : chosen < 0.22 ? 'flaky' : 'succeeds';
}

function expectEnd(
  { onFailure, manner }: Pick<PlannedJob, 'onFailure' | 'manner'>,
  dependencies: readonly PlannedJob[],
): PlannedJob['expected'] {
  const hasFailed = dependencies.some(({ expected }) => expected.endedAs !== 'completed');
  if (hasFailed && onFailure !== 'run')
    return { endedAs: onFailure === 'skip' ? 'cancelled' : 'failed', runs: false };
  return { endedAs: manner === 'fails' ? 'failed' : 'completed', runs: true };
}
