import { readFile } from 'node:fs/promises';
import { historyFromJSON } from '@temporalio/common/lib/proto-utils.js';
import { describe, expect, test } from 'vitest';
import { mostAtOnce, readChainHistory } from '../../../bench/read-chain-history.ts';

async function readRecorded(name: string) {
  const file = new URL(`../../replay/histories/crawlDispensary.${name}.json`, import.meta.url);
  return readChainHistory(historyFromJSON(JSON.parse(await readFile(file, 'utf8'))));
}

describe('the cost of a chain', () => {
  test('is an action for the start, each activity and each upsert', async () => {
    const { events, actions, spans } = await readRecorded('completed');
    expect({ events, actions, activities: spans.length }).toEqual({ events: 24, actions: 5, activities: 3 });
  });

  test('counts an attempt that left no event of its own', async () => {
    const [once, retried] = [await readRecorded('without-images'), await readRecorded('retried')];
    expect(retried.events).toBe(once.events);
    expect(retried.actions).toBe(once.actions + 1);
  });

  test('has the first start of an activity before any activity ended', async () => {
    const { firstStartMs, spans } = await readRecorded('completed');
    expect(firstStartMs).toBe(spans[0]?.fromMs);
    for (const { toMs } of spans) expect(toMs).toBeGreaterThan(firstStartMs);
  });
});

test('what ends at a moment makes place for what begins at it', () => {
  expect(mostAtOnce([])).toBe(0);
  expect(mostAtOnce([span(0, 10), span(5, 20), span(10, 30)])).toBe(2);
  expect(mostAtOnce([span(0, 10), span(5, 20), span(9, 30)])).toBe(3);
});

const span = (fromMs: number, toMs: number) => ({ fromMs, toMs });
