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
 * 3. Beyond the places that are free, a poll is opened once the one before it has been answered, or for a while has not:
 *    where tasks are waiting it brings one at once, and the others stay closed.
 * 4. A queue with a limit of its own never has more polls and tasks than that.
 * 5. Background tasks keep at least `total - backgroundMax` slots free for the others. They stop polling once
 *    `backgroundMax` of them run; what polls of other background queues bring beyond that takes nothing from the others.
 * 6. Nothing is granted while paused.
 */
export interface TaskSlots {
  /** What the SDK asks for the slots of one more queue. */
  addQueue(queue?: QueueSlots): CustomSlotSupplier<ActivitySlotInfo>;
  /** Opens no further poll until `resume`; what runs goes on. */
  pause(): void;
  resume(): void;
}

export interface QueueSlots {
  /** Most tasks of this queue at once; by default the total. */
  limit?: number;
  /** Whether its tasks may be kept waiting by all others. */
  isBackground?: boolean;
}

/**
 * How long a poll beyond the free places waits for the answer to the last one: a queue with tasks answers in a few
 * milliseconds, and from a server that is far away in some tens.
 */
const STEP_MS = 100;

interface Permit {
  lane: Lane;
  isUsed: boolean;
}

interface Lane {
  limit: number;
  isBackground: boolean;
  open: number;
  running: number;
}

interface Waiter {
  lane: Lane;
  grant: (permit: Permit) => void;
}

interface Places {
  total: number;
  backgroundMax: number;
  lanes: Lane[];
  /** First come, first served: a queue whose poll has brought a task stands at the end again. */
  waiters: Waiter[];
  isPaused: boolean;
  /** The poll that was opened last, while it has no answer. */
  unanswered: { permit: Permit; sinceMs: number } | null;
  timer: NodeJS.Timeout | undefined;
}

/**
 * @param total how many activities the process runs at once, over all its queues; see `TaskSlots` for the bound
 * @param backgroundMax how many of these may be background tasks
 */
export function createTaskSlots(total: number, backgroundMax = total): TaskSlots {
  const places: Places = {
    total,
    backgroundMax,
    lanes: [],
    waiters: [],
    isPaused: false,
    unanswered: null,
    timer: undefined,
  };
  return {
    addQueue({ limit = total, isBackground = false } = {}) {
      const lane: Lane = { limit, isBackground, open: 0, running: 0 };
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
      noteAnswer(places, permit as Permit);
      lane.open -= 1;
      lane.running += 1;
      grantWaiting(places);
    },
    releaseSlot({ permit }) {
      noteAnswer(places, permit as Permit);
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
    const permit = { lane: waiter.lane, isUsed: false };
    places.unanswered = { permit, sinceMs: performance.now() };
    waiter.lane.open += 1;
    waiter.grant(permit);
  }
}

function hasPlace(places: Places, lane: Lane): boolean {
  if (places.isPaused || lane.open > 0 || lane.running >= lane.limit) return false;
  const { total, backgroundMax, lanes } = places;
  const background = sum(
    lanes.filter(({ isBackground }) => isBackground),
    'running',
  );
  const others = sum(lanes, 'running') - background;
  if (lane.isBackground) return background < backgroundMax && others + background < total;
  return others + Math.min(background, backgroundMax) < total;
}

function mustStep({ lanes, total, unanswered }: Places): boolean {
  const free = total - sum(lanes, 'running') - sum(lanes, 'open');
  return free <= 0 && unanswered !== null && performance.now() - unanswered.sinceMs < STEP_MS;
}

function noteAnswer(places: Places, permit: Permit): void {
  if (places.unanswered?.permit === permit) places.unanswered = null;
}

function sum(lanes: Lane[], key: 'open' | 'running'): number {
  return lanes.reduce((total, lane) => total + lane[key], 0);
}
