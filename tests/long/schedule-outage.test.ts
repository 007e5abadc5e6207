import { fileURLToPath } from 'node:url';
import type { Client } from '@temporalio/client';
import { defineSearchAttributeKey } from '@temporalio/common';
import { bundleWorkflowCode, NativeConnection, Worker } from '@temporalio/worker';
import { expect, onTestFinished, test, vi } from 'vitest';
import { applySchedules } from '../../temporal-client/apply-schedules.ts';
import { describeSchedules, type ScheduleReport } from '../../temporal-client/describe-schedules.ts';
import { pauseSchedule, resumeSchedule } from '../../temporal-client/steer-schedules.ts';
import { defaultSchedules, type ScheduleDefinition } from '../../temporal-config/schedules.ts';
import { WORKFLOW_QUEUE } from '../../temporal-config/task-queues.ts';
import { prepareKeptTemporal } from '../support/kept-temporal.ts';
import type { TestNamespace } from '../support/test-namespace.ts';

const INTERVAL_MS = 3_000;
const OUTAGE_MS = 25_000;
/** The shortest catch-up window that the server accepts. */
const SHORT_WINDOW_MS = 10_000;

/** How late the first start may be noted on a busy machine, after the server has decided which firings to catch up on. */
const NOTED_LATE_MS_MAX = 3_000;

const PATIENCE = { timeout: 120_000, interval: 200 };

const [analytics] = defaultSchedules({ discoveryStates: [], crawlIntervalHours: 4 }).slice(2);
const often: ScheduleDefinition = {
  ...analytics!,
  intervalHours: INTERVAL_MS / 3_600_000,
  jitterSeconds: 0,
  overlap: 'ALLOW_ALL',
  catchupWindowSeconds: 120,
};
const DEFINITIONS: ScheduleDefinition[] = [
  { ...often, id: 'outage_within_window' },
  { ...often, id: 'outage_beyond_window', catchupWindowSeconds: SHORT_WINDOW_MS / 1000 },
  { ...often, id: 'paused' },
  { ...often, id: 'start_not_taken', overlap: 'SKIP' },
];

const COUNTED = ['outage_within_window', 'outage_beyond_window'];

test('after an outage, as many runs have fired as the catch-up window and the overlap policy allow', async () => {
  const serve = await prepareKeptTemporal();
  const before = await serve();
  await applySchedules(before.client, DEFINITIONS);
  await pauseSchedule(before.client, 'paused');
  await untilFired(before.client, COUNTED, Date.now());
  await before.stop();
  const stoppedAt = Date.now();
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(stoppedAt + OUTAGE_MS), PATIENCE);
  const { client } = await serve();
  const upAgainAt = Date.now();
  await untilFired(client, COUNTED, upAgainAt + INTERVAL_MS);
  await pauseSchedule(client, 'start_not_taken');
  const pausedBy = Date.now();
  for (const { id } of DEFINITIONS) await pauseSchedule(client, id);
  const reports = new Map((await describeSchedules(client)).map((report) => [report.id, report]));

  const within = await readFired(client, 'outage_within_window');
  expect(within.times).toEqual(everyTime(within.times));
  expect(reports.get('outage_within_window')).toMatchObject({
    runs: within.times.length,
    missed: 0,
    skipped: 0,
  });

  const beyond = await readFired(client, 'outage_beyond_window');
  const expected = everyTime(beyond.times);
  const lost = expected.filter((time) => !beyond.times.includes(time));
  expect(reports.get('outage_beyond_window')).toMatchObject({
    runs: beyond.times.length,
    missed: lost.length,
    skipped: 0,
  });
  const decidedAt = Math.min(...beyond.startedAt.filter((time) => time > stoppedAt));
  const mustBeLost = expected.filter(
    (time) => time > stoppedAt && time < decidedAt - SHORT_WINDOW_MS - NOTED_LATE_MS_MAX,
  );
  expect(mustBeLost.length).toBeGreaterThan(2);
  expect(lost).toEqual(expect.arrayContaining(mustBeLost));
  expect(lost.filter((time) => time < stoppedAt || time >= decidedAt - SHORT_WINDOW_MS)).toEqual([]);

  expect(await readFired(client, 'paused')).toEqual({ times: [], startedAt: [] });
  expect(reports.get('paused')).toMatchObject({ runs: 0, missed: 0, skipped: 0 });
  const resumedAt = Date.now();
  await resumeSchedule(client, 'paused');
  await untilFired(client, ['paused'], resumedAt);
  // Firings that were due during the pause are not made up for.
  const { recentActions } = (await client.schedule.getHandle('paused').describe()).info;
  expect(Math.min(...recentActions.map(({ scheduledAt }) => +scheduledAt))).toBeGreaterThan(resumedAt);

  // No worker takes the first start, so it stays open, and every later firing is skipped.
  const single = await readFired(client, 'start_not_taken');
  expect(single.times).toHaveLength(1);
  const { skipped = 0, missed } = reports.get('start_not_taken') ?? ({} as Partial<ScheduleReport>);
  expect(missed).toBe(0);
  const dueFor = (moment: number) => Math.floor((moment - single.times[0]!) / INTERVAL_MS);
  expect(skipped).toBeLessThanOrEqual(dueFor(pausedBy));
  expect(skipped).toBeGreaterThanOrEqual(dueFor(upAgainAt + INTERVAL_MS));
});

test('a run that an outage made a schedule miss several times runs once, with the policies that schedules have', async () => {
  const serve = await prepareKeptTemporal();
  const before = await serve();
  await serveStarts(before);
  const { overlap, catchupWindowSeconds } = analytics!;
  await applySchedules(before.client, [{ ...often, id: 'usual', overlap, catchupWindowSeconds }]);
  await untilFired(before.client, ['usual'], Date.now());
  // Waits until no action is open. If one were open when the server stops, the schedule would skip the missed firings.
  const usual = before.client.schedule.getHandle('usual');
  await vi.waitFor(async () => expect((await usual.describe()).info.runningActions).toEqual([]), PATIENCE);
  await before.stop();
  const stoppedAt = Date.now();
  await vi.waitFor(() => expect(Date.now()).toBeGreaterThan(stoppedAt + OUTAGE_MS), PATIENCE);
  const { client } = await serve();
  await untilFired(client, ['usual'], Date.now() + INTERVAL_MS);
  await pauseSchedule(client, 'usual');
  const [report] = await describeSchedules(client);
  const { times, startedAt } = await readFired(client, 'usual');
  const madeUpAt = Math.min(...startedAt.filter((time) => time > stoppedAt));
  expect(times.filter((time) => time > stoppedAt && time < stoppedAt + OUTAGE_MS)).toHaveLength(1);
  expect(madeUpAt).toBeGreaterThan(stoppedAt + OUTAGE_MS);
  expect(report?.missed).toBe(0);
  expect(report?.skipped).toBeGreaterThanOrEqual(Math.floor(OUTAGE_MS / INTERVAL_MS) - 1);
});

/** Runs a worker that executes at once what schedules start. The worker survives an outage of the server. */
async function serveStarts({ address, namespace }: TestNamespace): Promise<void> {
  const connection = await NativeConnection.connect({ address });
  const worker = await Worker.create({
    connection,
    namespace,
    taskQueue: WORKFLOW_QUEUE,
    workflowBundle: await bundleWorkflowCode({
      workflowsPath: fileURLToPath(new URL('./short-workflows.ts', import.meta.url)),
    }),
  });
  const end = worker.run();
  onTestFinished(async () => {
    if (worker.getState() === 'RUNNING') worker.shutdown();
    await end;
    await connection.close();
  });
}

/** Waits until each of these schedules has fired for a time later than `after`. */
async function untilFired(client: Client, ids: string[], after: number): Promise<void> {
  await vi.waitFor(async () => {
    for (const id of ids) {
      const { info } = await client.schedule.getHandle(id).describe();
      expect(Math.max(0, ...info.recentActions.map(({ scheduledAt }) => +scheduledAt))).toBeGreaterThan(
        after,
      );
    }
  }, PATIENCE);
}

const DUE_AT = defineSearchAttributeKey('TemporalScheduledStartTime', 'DATETIME');

/** Reads the times for which a schedule has fired, and the times at which its starts were made, in milliseconds and in order. */
async function readFired(client: Client, id: string): Promise<{ times: number[]; startedAt: number[] }> {
  const runs = (await client.schedule.getHandle(id).describe()).info.numActionsTaken;
  return vi.waitFor(async () => {
    const found = { times: [] as number[], startedAt: [] as number[] };
    // The workflows that a starter starts have the starter's attributes, so the query also names the type.
    const query = `TemporalScheduledById = "${id}" AND WorkflowType STARTS_WITH "scheduled"`;
    for await (const run of client.workflow.list({ query })) {
      found.times.push(Number(run.typedSearchAttributes.get(DUE_AT)));
      found.startedAt.push(+run.startTime);
    }
    expect(found.times).toHaveLength(runs);
    return { times: found.times.sort(ascending), startedAt: found.startedAt.sort(ascending) };
  }, PATIENCE);
}

/** Returns every due time of a schedule, from its first firing to its last. */
function everyTime(times: number[]): number[] {
  const [first = 0, last = 0] = [times[0], times.at(-1)];
  const count = Math.round((last - first) / INTERVAL_MS) + 1;
  return Array.from({ length: count }, (_, at) => first + at * INTERVAL_MS);
}

function ascending(one: number, other: number): number {
  return one - other;
}
