import type { ListedWorker } from '../../../db/queries/worker-registry.ts';
import { clockFault, CLOCK_OFF_MS_MAX, isLive } from '../../../domain/worker.ts';
import { findingsOf, type Finding } from './finding.ts';

const { ok, warning, broken } = findingsOf('workers');
const clocks = findingsOf('clock: workers');

/** How long lost workers are reported; an operator can do nothing about older losses. */
const LOST_MS_MAX = 24 * 3_600_000;

/** Checks whether workers live, and whether any was lost lately. */
export function checkWorkers(workers: ListedWorker[], nowMs: number): Finding[] {
  const live = workers.filter(({ status }) => isLive(status));
  const alive =
    live.length === 0
      ? broken('no worker is running: nothing is crawled', 'Run `npm run worker`.')
      : ok(`${live.length} live: ${live.map(({ friendly_name: name }) => name).join(', ')}`);
  const silent = live.filter(({ counts_as_lost_at: lostAt }) => lostAt !== null);
  return [
    alive,
    ...checkRivals(live),
    ...checkClocks(live),
    ...describeSilent(silent, nowMs),
    ...checkLost(workers, nowMs),
  ];
}

function describeSilent(silent: ListedWorker[], nowMs: number): Finding[] {
  return silent.map(({ worker_id: id, last_heartbeat_at: last }) =>
    warning(
      `${id} was last heard of ${Math.round((nowMs - last.getTime()) / 1_000)} s ago: it hangs, was killed, or does not reach the database`,
      'See its log and its process; after five minutes it counts as lost.',
    ),
  );
}

function checkRivals(live: ListedWorker[]): Finding[] {
  return live.flatMap(({ worker_id: id, pod_name: pod, rival_pod_name: rival }) =>
    rival === null
      ? []
      : [
          broken(
            `${id} is the id of two workers, in ${pod} and ${rival}`,
            'Give each a WORKER_ID of its own.',
          ),
        ],
  );
}

function checkClocks(live: ListedWorker[]): Finding[] {
  return live.flatMap((worker) => {
    const fault = clockFault(worker);
    if (fault === null) return [];
    const found = `${worker.worker_id}: ${fault}`;
    const cure = 'Set the clocks of its machine and of the database from the network (NTP).';
    return Math.abs(worker.clock_ahead_ms ?? 0) > CLOCK_OFF_MS_MAX
      ? [clocks.broken(`${found}; it takes no new work`, cure)]
      : [clocks.warning(found, cure)];
  });
}

function checkLost(workers: ListedWorker[], nowMs: number): Finding[] {
  const lost = workers.filter(
    ({ status, last_heartbeat_at: last }) => status === 'lost' && nowMs - last.getTime() < LOST_MS_MAX,
  );
  if (lost.length === 0) return [];
  return [
    warning(
      `went silent within a day: ${lost.map(({ worker_id: id }) => id).join(', ')}`,
      'Check whether they were killed, for example for lack of memory; `crawlchain workers list --all` shows their last heartbeats.',
    ),
  ];
}
