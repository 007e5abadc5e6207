import { readdirSync, readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { bundleWorkflowCode, Worker } from '@temporalio/worker';
import { describe, expect, inject, test } from 'vitest';

const HISTORIES = fileURLToPath(new URL('./histories/', import.meta.url));
const histories = readdirSync(HISTORIES).filter((name) => name.endsWith('.json'));

const read = (name: string): object => JSON.parse(readFileSync(`${HISTORIES}${name}`, 'utf8')) as object;

/** Fan-outs read their own id, and each was recorded of another scope. */
const FAN_OUT_IDS: Record<string, string> = { 'crawlDue.nothing-due.json': 'crawl-due/HI' };

interface Started {
  events: { workflowExecutionStartedEventAttributes?: { input: { payloads: { data: string }[] } } }[];
}

/** The dispensary that a chain was recorded of. */
function dispensaryOf(name: string): number {
  const [started] = (read(name) as Started).events;
  const data = started?.workflowExecutionStartedEventAttributes?.input.payloads[0]?.data ?? '';
  return (JSON.parse(Buffer.from(data, 'base64').toString()) as { dispensaryId: number }).dispensaryId;
}

/** Some read their own id, which histories do not keep: what has no dispensary was recorded of the first payload. */
function workflowIdOf(name: string): string {
  if (name.startsWith('crawlDispensary.')) return `crawl/${dispensaryOf(name)}`;
  if (name.startsWith('resolveEntryPoint.')) return 'resolve/1';
  if (name.startsWith('crawlDue.')) return FAN_OUT_IDS[name] ?? 'crawl-due/all';
  if (name.startsWith('job.')) return `job/${name.split('.')[1]}`;
  return name.startsWith('refreshFromPayload.') ? 'refresh/1' : 'replayed';
}

describe('workflow code goes on with what older code began', () => {
  test.each(histories)('%s replays', async (name) => {
    const replay = Worker.runReplayHistory(
      { workflowBundle: { codePath: inject('workflowBundlePath') } },
      read(name),
      workflowIdOf(name),
    );
    await expect(replay).resolves.toBeUndefined();
  });

  test('a chain keeps its history under thirty events and sixteen kibibytes a payload', () => {
    const { events } = read('crawlDispensary.completed.json') as { events: object[] };
    expect(events.length).toBeLessThan(30);
    const payloads = JSON.stringify(events).match(/"data":"[^"]*"/g) ?? [];
    expect(payloads.length).toBeGreaterThan(3);
    for (const payload of payloads) expect(payload.length * 0.75).toBeLessThan(16_384);
  });

  test('every workflow has a history', () => {
    const types = new Set(histories.map((name) => name.split('.')[0]));
    expect([...types].toSorted((a = '', b = '') => a.localeCompare(b))).toEqual([
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
    const replay = Worker.runReplayHistory({ workflowBundle }, read('crawlDispensary.completed.json'));
    await expect(replay).rejects.toThrow(/Nondeterminism/i);
  });
});
