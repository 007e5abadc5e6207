import type { ActivitySlotInfo, CustomSlotSupplier } from '@temporalio/worker';

/**
 * The places for activities of one process, shared by the queues that it serves.
 *
 *     waiting ──► open      grant: a place is free, and the queue has no poll open
 *     open    ──► running   markSlotUsed: its poll brought a task
 *     open    ──► (gone)    releaseSlot: its poll brought nothing
 *     running ──► (gone)    releaseSlot: the task has ended
 *
 * A poll holds its slot while it waits for a task, for up to a minute. Places can therefore not be handed to polls, or
 * the first queues would hold them all while idle. They are counted by what runs:
 * 1. A queue has at most one poll open, and opens one only while fewer tasks run than there are places.
 * 2. So at most `total - 1 + queues` tasks ever run at once: when the last place is taken, each other queue's open poll
 *    may still bring one. A process of one queue never runs more than its total.
 * 3. Beyond the places that are free, polls are opened one after the other: where tasks are waiting the first brings one
 *    at once, and the others stay closed.
 * 4. A queue with a limit of its own never has more polls and tasks than that.
 * 5. Nothing is granted while paused.
 */
export interface TaskSlots {
  /** What the SDK asks for the slots of one more queue. @param limit most tasks of this queue at once */
  addQueue(limit?: number): CustomSlotSupplier<ActivitySlotInfo>;
  /** Opens no further poll until `resume`; what runs goes on. */
  pause(): void;
  resume(): void;
}

/** How long a poll beyond the free places waits for the last one: a queue with tasks answers in a few milliseconds. */
const STEP_MS = 100;

interface Permit {
  lane: Lane;
  isUsed: boolean;
}

interface Lane {
  limit: number;
  open: number;
  running: number;
}

interface Waiter {
  lane: Lane;
  grant: (permit: Permit) => void;
}

interface Places {
  total: number;
  lanes: Lane[];
  /** First come, first served: a queue whose poll has brought a task stands at the end again. */
  waiters: Waiter[];
  isPaused: boolean;
  lastGrantMs: number;
  timer: NodeJS.Timeout | undefined;
}

/** @param total how many activities the process runs at once, over all its queues; see `TaskSlots` for the bound */
export function createTaskSlots(total: number): TaskSlots {
  const places: Places = {
    total,
    lanes: [],
    waiters: [],
    isPaused: false,
    lastGrantMs: Number.NEGATIVE_INFINITY,
    timer: undefined,
  };
  return {
    addQueue(limit = total) {
      const lane: Lane = { limit, open: 0, running: 0 };
      places.lanes.push(lane);
      return supplyLane(places, lane);
    },
    pause: () => void (places.isPaused = true),
    resume() {
      places.isPaused = false;
      grantWaiting(places);
    },
  };
}

function supplyLane(places: Places, lane: Lane): CustomSlotSupplier<ActivitySlotInfo> {
  return {
    type: 'custom',
    reserveSlot: (_context, abort) =>
      new Promise((resolve, reject) => {
        const waiter: Waiter = { lane, grant: resolve };
        abort.addEventListener('abort', () => {
          places.waiters = places.waiters.filter((other) => other !== waiter);
          reject(abort.reason as Error);
        });
        places.waiters.push(waiter);
        grantWaiting(places);
      }),
    // Asked for eager activities only, which are off.
    tryReserveSlot: () => null,
    markSlotUsed({ permit }) {
      (permit as Permit).isUsed = true;
      lane.open -= 1;
      lane.running += 1;
      grantWaiting(places);
    },
    releaseSlot({ permit }) {
      if ((permit as Permit).isUsed) lane.running -= 1;
      else lane.open -= 1;
      grantWaiting(places);
    },
  };
}

function grantWaiting(places: Places): void {
  clearTimeout(places.timer);
  for (const waiter of places.waiters.slice()) {
    if (!hasPlace(places, waiter.lane)) continue;
    if (mustStep(places)) {
      places.timer = setTimeout(() => grantWaiting(places), STEP_MS).unref();
      return;
    }
    places.waiters.splice(places.waiters.indexOf(waiter), 1);
    places.lastGrantMs = performance.now();
    waiter.lane.open += 1;
    waiter.grant({ lane: waiter.lane, isUsed: false });
  }
}

function hasPlace({ isPaused, lanes, total }: Places, lane: Lane): boolean {
  return !isPaused && lane.open === 0 && lane.running < lane.limit && sum(lanes, 'running') < total;
}

function mustStep({ lanes, total, lastGrantMs }: Places): boolean {
  const free = total - sum(lanes, 'running') - sum(lanes, 'open');
  return free <= 0 && performance.now() - lastGrantMs < STEP_MS;
}

function sum(lanes: Lane[], key: 'open' | 'running'): number {
  return lanes.reduce((total, lane) => total + lane[key], 0);
}
