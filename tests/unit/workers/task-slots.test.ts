import type { ActivitySlotInfo, CustomSlotSupplier, SlotPermit } from '@temporalio/worker';
import * as fc from 'fast-check';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import type { TaskQueue } from '../../../temporal-config/task-queues.ts';
import { backgroundSlots, isBackground, slotsOfQueues } from '../../../workers/served-queues.ts';
import { createTaskSlots, type QueueSlots, type TaskSlots } from '../../../workers/task-slots.ts';

beforeEach(() => void vi.useFakeTimers());
afterEach(() => void vi.useRealTimers());

const slotInfo: ActivitySlotInfo = { type: 'activity', activityType: 'fetchMenu' };
const context = {
  slotType: 'activity' as const,
  taskQueue: 'q',
  workerIdentity: 'w',
  workerBuildId: '',
  isSticky: false,
};

/** Polls a queue as the SDK does: requests the next slot as soon as it has got one. */
class Poller {
  open: SlotPermit[] = [];
  running: SlotPermit[] = [];
  readonly #supplier: CustomSlotSupplier<ActivitySlotInfo>;

  constructor(slots: TaskSlots, queue: QueueSlots = {}) {
    this.#supplier = slots.addQueue(queue);
    void this.#ask();
  }

  async #ask(): Promise<void> {
    this.open.push(await this.#supplier.reserveSlot(context, new AbortController().signal));
    void this.#ask();
  }

  deliver(): void {
    const permit = this.open.shift();
    if (permit === undefined) return;
    this.running.push(permit);
    this.#supplier.markSlotUsed({ slotInfo, permit });
  }

  comeBackEmpty(): void {
    const permit = this.open.shift();
    if (permit !== undefined) this.#supplier.releaseSlot({ permit });
  }

  finish(): void {
    const permit = this.running.shift();
    if (permit !== undefined) this.#supplier.releaseSlot({ slotInfo, permit });
  }
}

const settle = () => vi.advanceTimersByTimeAsync(1_000);
const count = (pollers: Poller[], key: 'open' | 'running') =>
  pollers.reduce((total, poller) => total + poller[key].length, 0);

test('an idle worker listens to all of its queues, more than it has places for', async () => {
  const slots = createTaskSlots(3);
  const pollers = Array.from({ length: 5 }, () => new Poller(slots));
  await settle();
  expect(pollers.map(({ open }) => open.length)).toEqual([1, 1, 1, 1, 1]);
});

test('polls beyond the free places are opened one after the other', async () => {
  const slots = createTaskSlots(3);
  const pollers = Array.from({ length: 5 }, () => new Poller(slots));
  await vi.advanceTimersByTimeAsync(0);
  expect(count(pollers, 'open')).toBe(3);
  await vi.advanceTimersByTimeAsync(101);
  expect(count(pollers, 'open')).toBe(4);
});

test('a queue with a backlog is served at once, however many others listen in vain', async () => {
  const slots = createTaskSlots(4);
  const [busy, ...idle] = Array.from({ length: 5 }, () => new Poller(slots));
  await settle();
  for (let running = 1; running <= 4; running += 1) {
    busy!.deliver();
    await vi.advanceTimersByTimeAsync(1);
    expect(busy!.running).toHaveLength(running);
  }
  expect(busy!.open).toHaveLength(0);
  expect(count(idle, 'open')).toBe(4);
});

test('with one queue no more than the total ever runs', async () => {
  const slots = createTaskSlots(2);
  const poller = new Poller(slots);
  for (let times = 0; times < 5; times += 1) {
    await settle();
    poller.deliver();
  }
  expect(poller.running).toHaveLength(2);
  expect(poller.open).toHaveLength(0);
  poller.finish();
  await settle();
  expect(poller.open).toHaveLength(1);
});

test('where tasks wait in every queue a place that gets free is filled once, by the queue that has waited longest', async () => {
  const slots = createTaskSlots(1);
  const pollers = Array.from({ length: 3 }, () => new Poller(slots));
  const served: number[] = [];
  for (let times = 0; times < 9; times += 1) {
    await vi.advanceTimersByTimeAsync(1);
    expect(count(pollers, 'open')).toBe(1);
    const next = pollers.findIndex(({ open }) => open.length > 0);
    served.push(next);
    pollers[next]?.deliver();
    await vi.advanceTimersByTimeAsync(1);
    expect(count(pollers, 'open')).toBe(0);
    pollers[next]?.finish();
  }
  expect(served).toEqual([0, 1, 2, 0, 1, 2, 0, 1, 2]);
});

test('a queue with a limit of its own keeps to it', async () => {
  const slots = createTaskSlots(10);
  const [browser, other] = [new Poller(slots, { limit: 2 }), new Poller(slots)];
  for (let times = 0; times < 12; times += 1) {
    await settle();
    browser.deliver();
    other.deliver();
  }
  expect(browser.running).toHaveLength(2);
  expect(browser.open).toHaveLength(0);
  expect(other.running).toHaveLength(8);
});

test('while paused only polls that are open bring a task, and what runs may end', async () => {
  const slots = createTaskSlots(4);
  const pollers = [new Poller(slots), new Poller(slots)];
  await settle();
  slots.pause();
  for (const poller of pollers) poller.deliver();
  await settle();
  expect(count(pollers, 'open')).toBe(0);
  expect(count(pollers, 'running')).toBe(2);
  for (const poller of pollers) poller.finish();
  await settle();
  expect(count(pollers, 'open')).toBe(0);
  slots.resume();
  await settle();
  expect(count(pollers, 'open')).toBe(2);
});

test('who gives up waiting gets nothing, and leaves its turn to the others', async () => {
  const slots = createTaskSlots(1);
  const first = new Poller(slots);
  await settle();
  first.deliver();
  const supplier = slots.addQueue();
  const leaving = new AbortController();
  const gone = supplier.reserveSlot(context, leaving.signal);
  leaving.abort(new Error('Request Cancelled'));
  await expect(gone).rejects.toThrow('Request Cancelled');
  const third = new Poller(slots);
  first.finish();
  await settle();
  expect(third.open).toHaveLength(1);
});

/** Sets up the queues of a worker as `run-worker.ts` does, each with a backlog. */
function serveQueues(queues: TaskQueue[], total: number) {
  const slots = createTaskSlots(total, backgroundSlots(queues, total));
  const pollers = slotsOfQueues(queues, { total, browsers: 1 }).map(({ queue, slots: limit }) => ({
    queue,
    poller: new Poller(slots, { limit, isBackground: isBackground(queue) }),
  }));
  const those = (background: boolean) =>
    pollers.filter(({ queue }) => isBackground(queue) === background).map(({ poller }) => poller);
  return { slots, background: those(true), menus: those(false) };
}

test.each([
  [2, 1],
  [3, 2],
  [9, 6],
])('of %i slots pictures take at most %i, and menus find the others at once', async (total, most) => {
  const { background, menus } = serveQueues(['fetch-dutchie', 'ingest', 'media'], total);
  for (let times = 0; times < 2 * total; times += 1) {
    await settle();
    for (const poller of background) poller.deliver();
  }
  expect(count(background, 'running')).toBe(most);
  for (let free = total - most; free > 0; free -= 1) {
    await vi.advanceTimersByTimeAsync(101);
    menus[0]!.deliver();
  }
  expect(menus[0]!.running).toHaveLength(total - most);
  await vi.advanceTimersByTimeAsync(101);
  expect(menus[0]!.open).toHaveLength(0);
});

test('with one slot pictures and menus take turns', async () => {
  const { background, menus } = serveQueues(['fetch-dutchie', 'media'], 1);
  const served: string[] = [];
  for (let times = 0; times < 6; times += 1) {
    await vi.advanceTimersByTimeAsync(1);
    const isMenu = menus[0]!.open.length > 0;
    served.push(isMenu ? 'menu' : 'picture');
    const next = isMenu ? menus[0]! : background[0]!;
    next.deliver();
    await vi.advanceTimersByTimeAsync(1);
    next.finish();
  }
  expect(served).toEqual(['menu', 'picture', 'menu', 'picture', 'menu', 'picture']);
});

test('whatever happens, background tasks leave menus their slots, and every queue comes to its turn', async () => {
  const step = fc.record({
    queue: fc.nat(5),
    does: fc.constantFrom<'deliver' | 'comeBackEmpty' | 'finish'>('deliver', 'comeBackEmpty', 'finish'),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 7 }),
      fc.array(step, { maxLength: 60 }),
      async (total, steps) => {
        const queues: TaskQueue[] = ['fetch-dutchie', 'browser', 'ingest', 'reingest', 'media', 'jobs'];
        const most = backgroundSlots(queues, total);
        expect(most).toBeLessThanOrEqual(Math.max(1, total - 1));
        const { background, menus } = serveQueues(queues, total);
        const pollers = [...menus, ...background];
        for (const { queue, does } of steps) {
          pollers[queue]![does]();
          await settle();
          expect(count(pollers, 'running')).toBeLessThanOrEqual(total - 1 + pollers.length);
          // One more may run for the poll that was already open on each further background queue.
          expect(count(background, 'running')).toBeLessThanOrEqual(most - 1 + background.length);
          for (const { running } of background) expect(running.length).toBeLessThanOrEqual(most);
          const [fetches, , ingests] = menus;
          const areOpen = fetches!.open.length === 1 && ingests!.open.length === 1;
          expect(areOpen || count(menus, 'running') >= total - most).toBe(true);
        }
        for (const poller of pollers) while (poller.running.length > 0) poller.finish();
        await settle();
        expect(pollers.map(({ open }) => open.length)).toEqual([1, 1, 1, 1, 1, 1]);
      },
    ),
    { numRuns: 200 },
  );
});

test('whatever happens, no more run than the total and one for each further queue, and every queue comes to its turn', async () => {
  const step = fc.record({
    queue: fc.nat(4),
    does: fc.constantFrom<'deliver' | 'comeBackEmpty' | 'finish' | 'wait'>(
      'deliver',
      'comeBackEmpty',
      'finish',
      'wait',
    ),
  });
  await fc.assert(
    fc.asyncProperty(
      fc.integer({ min: 1, max: 6 }),
      fc.integer({ min: 1, max: 5 }),
      fc.array(step, { maxLength: 60 }),
      async (total, queues, steps) => {
        const slots = createTaskSlots(total);
        const pollers = Array.from(
          { length: queues },
          (_, index) => new Poller(slots, index === 0 ? { limit: 1 } : {}),
        );
        for (const { queue, does } of steps) {
          if (does === 'wait') await vi.advanceTimersByTimeAsync(40);
          else pollers[queue % queues]?.[does]();
          await vi.advanceTimersByTimeAsync(0);
          expect(count(pollers, 'running')).toBeLessThanOrEqual(total - 1 + queues);
          expect(pollers[0]!.running.length + pollers[0]!.open.length).toBeLessThanOrEqual(1);
          for (const { open } of pollers) expect(open.length).toBeLessThanOrEqual(1);
        }
        for (const poller of pollers) while (poller.running.length > 0) poller.finish();
        await settle();
        expect(pollers.every(({ open }) => open.length === 1)).toBe(true);
      },
    ),
    { numRuns: 200 },
  );
});
