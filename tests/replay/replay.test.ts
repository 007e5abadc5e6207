import { readdirSync, readFileSync } from 'node:fs';
import { PassThrough } from 'node:stream';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, Worker } from '@temporalio/worker';
import { afterAll, describe, expect, inject, test } from 'vitest';

const HISTORIES = fileURLToPath(new URL('./histories/', import.meta.url));
const histories = readdirSync(HISTORIES).filter((name) => name.endsWith('.json'));

const read = (name: string): History => JSON.parse(readFileSync(`${HISTORIES}${name}`, 'utf8')) as History;

/** The workflow ids of recorded fan-outs that are not of all stores. They matter because a fan-out reads its own id. */
const FAN_OUT_IDS: Record<string, string> = {
  'crawlDue.nothing-due.json': 'crawl-due/HI',
  'crawlDue.in-batches.json': 'crawl-due/all/batches',
};

interface Payload {
  metadata: { encoding: string };
  data: string;
}

interface History {
  events: {
    eventType: string;
    workflowExecutionStartedEventAttributes?: { input?: { payloads: Payload[] } };
    workflowExecutionSignaledEventAttributes?: { input?: { payloads: Payload[] } };
  }[];
}

function payloadOf(value: unknown): Payload {
  const base64 = (text: string): string => Buffer.from(text).toString('base64');
  return { metadata: { encoding: base64('json/plain') }, data: base64(JSON.stringify(value)) };
}

/** Returns the arguments of a recorded workflow. */
function argumentsOf({ events: [started] }: History): unknown[] {
  const payloads = started?.workflowExecutionStartedEventAttributes?.input?.payloads ?? [];
  return payloads.map(({ data }) => JSON.parse(Buffer.from(data, 'base64').toString()) as unknown);
}

function withArguments({ events: [started, ...events] }: History, args: unknown[]): History {
  const { workflowExecutionStartedEventAttributes, ...event } = started!;
  const input = { payloads: args.map(payloadOf) };
  const attributes = { ...workflowExecutionStartedEventAttributes, input };
  return { events: [{ ...event, workflowExecutionStartedEventAttributes: attributes }, ...events] };
}

/** Returns the dispensary of a recorded chain. */
function dispensaryOf(name: string): number {
  return (argumentsOf(read(name))[0] as { dispensaryId: number }).dispensaryId;
}

/**
 * Returns the workflow id of a recording. Histories do not contain it, but some workflows read it. Recordings without a dispensary belong
 * to the first payload.
 */
function workflowIdOf(name: string): string {
  if (name.startsWith('crawlDispensary.')) return `crawl/${dispensaryOf(name)}`;
  if (name.startsWith('resolveEntryPoint.')) return 'resolve/1';
  if (name.startsWith('crawlDue.')) return FAN_OUT_IDS[name] ?? 'crawl-due/all';
  if (name.startsWith('bulkAction.')) return `bulk/${name.split('.')[1]}`;
  if (name.startsWith('job.')) return `job/${name.split('.')[1]}`;
  return name.startsWith('refreshFromPayload.') ? 'refresh/1' : 'replayed';
}

/** The histories for the one worker, which replays all of them one after the other: starting a worker takes longer than a replay. */
const given = new PassThrough({ objectMode: true });
const replayed = Worker.runReplayHistories(
  { workflowBundle: { codePath: inject('workflowBundlePath') } },
  given as AsyncIterable<{ workflowId: string; history: unknown }>,
);
afterAll(async () => {
  given.end();
  await replayed.next();
});

async function replay(name: string, history: History, workflowId = workflowIdOf(name)): Promise<void> {
  given.write({ workflowId, history });
  const { done, value } = await replayed.next();
  if (done) throw new Error(`${name} was not replayed.`);
  if (value.error) throw value.error;
}

/** Inputs with additional fields or arguments, which earlier versions accepted and the present checks refuse. */
const ACCEPTED_EARLIER: [name: string, added: object, ...more: unknown[]][] = [
  ['crawlDispensary.completed.json', { note: 'by Ann' }],
  ['crawlDispensary.completed.json', {}, 'a second argument'],
  ['crawlDispensary.completed.json', { stateCode: 'AZ', priority: 1e300 }],
  ['crawlDue.spread.json', { note: 'by Ann' }],
  ['crawlDue.spread.json', { spread: { batches: 3, overHours: 0.002, overDays: 1 } }],
  ['crawlDue.spread.json', { priority: 1e300 }],
  ['discoverStores.completed.json', { note: 'by Ann', priority: 'high' }],
  ['job.completed.json', { note: 'by Ann', payload: [1] }],
  ['refreshAnalytics.completed.json', { note: 'by Ann' }],
  ['refreshFromPayload.completed.json', { note: 'by Ann' }],
  ['resolveEntryPoint.known.json', { note: 'by Ann', priority: 1e300 }],
  ['startOnce.started.json', { note: 'by Ann', later: { summary: 'later', note: 'by Ann' } }],
];

describe('workflow code goes on with what older code began', () => {
  test.each(histories)('%s replays', async (name) => {
    await expect(replay(name, read(name))).resolves.toBeUndefined();
  });

  test.each(ACCEPTED_EARLIER)(
    '%s replays with %j %j, which is refused today',
    async (name, added, ...more) => {
      const history = read(name);
      const [input] = argumentsOf(history);
      await expect(
        replay(name, withArguments(history, [{ ...(input as object), ...added }, ...more])),
      ).resolves.toBeUndefined();
    },
  );

  test('discoverStores.completed.json replays with areas that are refused today', async () => {
    const name = 'discoverStores.completed.json';
    const near = { latitude: '33.4', longitude: '-112', miles: '5', note: 'downtown' };
    const areas = [
      { stateCode: 'AZ', city: 'x'.repeat(100) },
      { stateCode: 'CO', near },
    ];
    await expect(
      replay(name, withArguments(read(name), [{ platform: 'dutchie', areas }])),
    ).resolves.toBeUndefined();
  });

  test('batches replay under the id that they had before, and under their own', async () => {
    const name = 'crawlDue.spread.json';
    for (const id of ['crawl-due/all', 'crawl-due/all/batches'])
      await expect(replay(name, read(name), id)).resolves.toBeUndefined();
  });

  test('a promotion of a priority that is ignored today replays', async () => {
    const name = 'crawlDispensary.promoted.json';
    const { events } = read(name);
    const promotion = { priority: 1.5, waitingActivity: 'fetchMenu' };
    for (const { workflowExecutionSignaledEventAttributes: signaled } of events)
      if (signaled !== undefined) signaled.input = { payloads: [payloadOf(promotion)] };
    await expect(replay(name, { events })).resolves.toBeUndefined();
  });

  test.each([
    ['crawlDispensary.blocked.json', { dispensaryId: 1, priority: 'high', note: 'by Ann' }],
    ['discoverStores.completed.json', { platform: 'dutchie', areas: [{ stateCode: 'AZ', city: 3 }] }],
    ['job.completed.json', { jobType: 'count', payload: null }],
  ])('%s replays as refused with %j, as older code recorded it', async (name, input) => {
    const { events } = withArguments(read(name), [input]);
    const failed = {
      eventId: '5',
      eventType: 'EVENT_TYPE_WORKFLOW_EXECUTION_FAILED',
      workflowExecutionFailedEventAttributes: { failure: { message: '' }, workflowTaskCompletedEventId: '4' },
    };
    await expect(replay(name, { events: [...events.slice(0, 4), failed] })).resolves.toBeUndefined();
  });

  test('a chain keeps its history under thirty events and sixteen kibibytes a payload', () => {
    const { events } = read('crawlDispensary.completed.json');
    expect(events.length).toBeLessThan(30);
    const payloads = JSON.stringify(events).match(/"data":"[^"]*"/g) ?? [];
    expect(payloads.length).toBeGreaterThan(3);
    for (const payload of payloads) expect(payload.length * 0.75).toBeLessThan(16_384);
  });

  test('every workflow has a history', () => {
    const types = new Set(histories.map((name) => name.split('.')[0]));
    expect([...types].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
      'bulkAction',
      'crawlDispensary',
      'crawlDue',
      'discoverStores',
      'job',
      'probeProxies',
      'refreshAnalytics',
      'refreshFromPayload',
      'resolveEntryPoint',
      'startOnce',
      'sweepStorage',
    ]);
  });

  test('a change that cannot replay is caught', async () => {
    const workflowBundle = await bundleWorkflowCode({
      workflowsPath: fileURLToPath(new URL('./incompatible-workflows.ts', import.meta.url)),
    });
    const replaying = Worker.runReplayHistory({ workflowBundle }, read('crawlDispensary.completed.json'));
    await expect(replaying).rejects.toThrow(/Nondeterminism/i);
  });
});
