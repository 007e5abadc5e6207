import type { Db } from '../db/connect.ts';
import type { EventBell } from '../db/event-bell.ts';
import {
  isAskedToStop,
  recordHeartbeat,
  registerWorker,
  type Heard,
  type WorkerFacts,
  type WorkerState,
} from '../db/queries/worker-registry.ts';
import type { NameHolder } from '../domain/worker-names.ts';
import type { WorkerStatus } from '../domain/worker.ts';
import type { Log } from '../observability/log.ts';

/** A worker's row in the registry. Registry failures never stop the worker. */
export interface Registration {
  /** Writes a status change at once, such as a back-off, and then a heartbeat every interval. */
  report(): Promise<void>;
  /** Writes the final status; nothing is written after it. */
  end(status: Extract<WorkerStatus, 'stopped' | 'decommissioned'>): Promise<void>;
}

/** How often to check for a stop request. The worker takes new tasks until then, and its heartbeats may be a minute apart. */
const LISTEN_MS = 1_000;

interface RegistrationOptions {
  db: Db;
  bell: EventBell;
  log: Log;
  facts: WorkerFacts;
  intervalMs: number;
  /** Reads the worker's current state. */
  state: () => WorkerState;
  chooseName: (former: string | null, others: NameHolder[]) => string;
  /** Called once, when an operator decommissions the worker. */
  onDecommission: () => void;
}

/**
 * Keeps a worker's row: registers it, and writes a heartbeat each interval.
 *
 *     unknown    ──► registered   beat: registerWorker, retried at each interval
 *     registered ──► unknown      beat: the row was deleted, or others considered the worker lost
 *     registered ──► displaced    beat: another live process has registered under the same id
 *     displaced  ──► registered   beat: that process has ended, or is lost
 *
 * The last to register owns the row, since a killed worker is restarted at once under its id. Only the displaced worker can tell
 * that both are alive; it records that in the row.
 */
export function createRegistration(options: RegistrationOptions): Registration {
  const life: Life = {
    options,
    name: null,
    isDecommissioned: false,
    rival: null,
    isEnded: false,
    last: Promise.resolve(),
  };
  const stopListening = listenForStop(life);
  return {
    report: () => inTurn(life, () => announce(life, options.state())),
    end(status) {
      const ended = inTurn(life, () => announce(life, { ...options.state(), status }));
      life.isEnded = true;
      clearTimeout(life.timer);
      stopListening();
      return ended;
    },
  };
}

interface Life {
  options: RegistrationOptions;
  /** Null until it is registered. */
  name: string | null;
  isDecommissioned: boolean;
  /** The other worker with the same id that was last warned of. */
  rival: string | null;
  isEnded: boolean;
  /** The last requested beat: beats are written one after the other. */
  last: Promise<void>;
  timer?: NodeJS.Timeout;
}

function inTurn(life: Life, write: () => Promise<void>): Promise<void> {
  if (life.isEnded) return life.last;
  clearTimeout(life.timer);
  life.last = life.last.then(async () => {
    try {
      await write();
    } catch (error) {
      life.options.log.warn({ err: error }, 'could not write to the worker registry; trying again');
    }
    if (life.isEnded) return;
    clearTimeout(life.timer);
    life.timer = setTimeout(
      () => void inTurn(life, () => beat(life, life.options.state())),
      life.options.intervalMs,
    );
  });
  return life.last;
}

/** Writes the state and rings the bell: a new status is an event, which followers of the workers should see at once. */
async function announce(life: Life, state: WorkerState): Promise<void> {
  await beat(life, state);
  life.options.bell.ring();
}

async function beat(life: Life, state: WorkerState): Promise<void> {
  const { db, log, facts, chooseName } = life.options;
  const heard: Heard = life.name === null ? { row: 'none' } : await recordHeartbeat(db, facts, state);
  if (heard.row === 'none') {
    life.name = await registerWorker(db, { facts, state }, chooseName);
    life.rival = null;
    log.info({ name: life.name, pod: facts.podName }, 'registered');
    return;
  }
  warnOfRival(life, heard);
  if (heard.row === 'own' && heard.isDecommissioned) hearStop(life);
}

/** Polls between heartbeats for an operator's stop request. @returns a function that ends the polling */
function listenForStop(life: Life): () => void {
  const { db, facts } = life.options;
  let isLooking = false;
  const look = async (): Promise<void> => {
    if (life.name === null || life.isDecommissioned || isLooking) return;
    isLooking = true;
    try {
      if (await isAskedToStop(db, facts)) hearStop(life);
    } catch {
      // The next heartbeat logs the failure, and reads the stop request too.
    } finally {
      isLooking = false;
    }
  };
  const timer = setInterval(() => void look(), LISTEN_MS).unref();
  return () => clearInterval(timer);
}

function hearStop(life: Life): void {
  if (life.isDecommissioned || life.isEnded) return;
  life.isDecommissioned = true;
  life.options.log.info('decommissioned by an operator');
  life.options.onDecommission();
}

/** Warns once per rival. */
function warnOfRival(life: Life, heard: Exclude<Heard, { row: 'none' }>): void {
  const { log, facts } = life.options;
  const isDisplaced = heard.row === 'of another';
  const pod = isDisplaced ? heard.podName : heard.rivalPodName;
  const rival = isDisplaced ? heard.instanceId : pod;
  if (pod !== null && rival !== life.rival) {
    log.warn(
      { pod },
      `another worker uses the id ${facts.workerId} too, in pod ${pod}; ` +
        `the registry shows ${isDisplaced ? 'that one' : 'this one'} only. Give each its own WORKER_ID`,
    );
  }
  life.rival = rival;
}
