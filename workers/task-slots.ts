import type { ActivitySlotInfo, CustomSlotSupplier } from '@temporalio/worker';

/**
 * The activity slots of one process, shared by its queues.
 *
 *     waiting ──► open      grant: a slot is free, and the queue has no open poll
 *     open    ──► running   markSlotUsed: its poll returned a task
 *     open    ──► (gone)    releaseSlot: its poll returned nothing
 *     running ──► (gone)    releaseSlot: the task has ended
 *
 * A poll holds its SDK slot while it waits for a task, for up to a minute. So polls must not consume slots, or the first queues
 * would hold them all while idle. Only running tasks count:
 * 1. A queue has at most one open poll, and opens one only while fewer tasks run than there are slots.
 * 2. So at most `total - 1 + queues` tasks ever run at once: when the last slot is taken, each other queue's open poll
 *    may still return one. A process with one queue never exceeds its total.
 * 3. With as many open polls as free slots, a further poll opens only after the previous one was answered, or has
 *    waited for a while: if tasks are waiting, the previous poll returns one at once, and no further poll has to open.
 * 4. A queue with its own limit never has more polls and tasks than that.
 * 5. Background tasks leave at least `total - backgroundMax` slots to the others. They stop polling once
 *    `backgroundMax` of them run; tasks that open polls still return beyond that take nothing from the others.
 * 6. Nothing is granted while paused.
 */
export interface TaskSlots {
  /** Adds a queue, and returns its slot supplier. */
  addQueue(queue?: QueueSlots): CustomSlotSupplier<ActivitySlotInfo>;
  /** Opens no further poll until `resume`; running tasks continue. */
  pause(): void;
  resume(): void;
}

export interface QueueSlots {
  /** Maximum of concurrent tasks of this queue; default: the total. */
  limit?: number;
  /** Whether the tasks of queues that are not background take precedence over the tasks of this queue. */
  isBackground?: boolean;
}

/**
 * How long a poll beyond the free slots waits for the answer to the previous poll: a queue with a backlog answers in a few
 * milliseconds, that of a distant server in some tens.
 */
const STEP_MS = 100;

interface Permit {
  lane: SlotQueue;
  isUsed: boolean;
}

interface SlotQueue {
  limit: number;
  isBackground: boolean;
  open: number;
  running: number;
}

interface Waiter {
  lane: SlotQueue;
  grant: (permit: Permit) => void;
}

interface SlotCounts {
  total: number;
  backgroundMax: number;
  lanes: SlotQueue[];
  /** First come, first served: a queue whose poll returned a task goes to the end of the line. */
  waiters: Waiter[];
  isPaused: boolean;
  /** The poll that was opened last, until it is answered. */
  unanswered: { permit: Permit; sinceMs: number } | null;
  timer: NodeJS.Timeout | undefined;
}

/**
 * Creates the slots of a process.
 * @param total how many activities the process runs at once, over all its queues; see `TaskSlots` for the bound
 * @param backgroundMax how many of these may be background tasks
 */
export function createTaskSlots(total: number, backgroundMax = total): TaskSlots {
  const places: SlotCounts = {
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
      const lane: SlotQueue = { limit, isBackground, open: 0, running: 0 };
      places.lanes.push(lane);
      return supplySlotQueue(places, lane);
    },
    pause: () => void (places.isPaused = true),
    resume() {
      places.isPaused = false;
      grantWaiting(places);
    },
  };
}

function supplySlotQueue(places: SlotCounts, lane: SlotQueue): CustomSlotSupplier<ActivitySlotInfo> {
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
    // Only called for eager activities, which are off.
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

function grantWaiting(places: SlotCounts): void {
  clearTimeout(places.timer);
  for (const waiter of places.waiters.slice()) {
    if (!hasFreeSlot(places, waiter.lane)) continue;
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

function hasFreeSlot(places: SlotCounts, lane: SlotQueue): boolean {
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

function mustStep({ lanes, total, unanswered }: SlotCounts): boolean {
  const free = total - sum(lanes, 'running') - sum(lanes, 'open');
  return free <= 0 && unanswered !== null && performance.now() - unanswered.sinceMs < STEP_MS;
}

function noteAnswer(places: SlotCounts, permit: Permit): void {
  if (places.unanswered?.permit === permit) places.unanswered = null;
}

function sum(lanes: SlotQueue[], key: 'open' | 'running'): number {
  return lanes.reduce((total, lane) => total + lane[key], 0);
}
