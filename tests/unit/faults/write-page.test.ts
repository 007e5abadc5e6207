import { readFile } from 'node:fs/promises';
import { expect, test } from 'vitest';
import { readFaultOptions } from '../../../faults/options.ts';
import type { RoundResult } from '../../../faults/run-rounds.ts';
import { scoreRounds } from '../../../faults/scorecard.ts';
import { aboutFaults, writeFaultsPage } from '../../../faults/write-page.ts';

const PAGE = new URL('../../../faults/README.md', import.meta.url);

const { faults, seed, rounds } = readFaultOptions([]);

test('the page in the docs is what the harness of today writes, with a run of every fault', async () => {
  const page = await readFile(PAGE, 'utf8');
  expect(page.startsWith(aboutFaults(faults))).toBe(true);
  for (const { name } of faults) expect(page).toContain(`| ${name}: strikes that hit `);
});

test('every line of the scorecard and every round stand in the page as they came', () => {
  const result: RoundResult = {
    fault: 'worker-kill',
    round: 1,
    strikes: 2,
    hits: 1,
    moments: { fetch: 1, images: 1 },
    findings: [],
    looked: { 'acknowledged crawls lost': 12 },
    figures: [],
    seconds: 7,
  };
  const scorecard = scoreRounds([result]);
  const page = writeFaultsPage([result], {
    faults,
    seed,
    rounds,
    scorecard,
    at: new Date('2026-01-02T03:04:05Z'),
    machine: 'a machine',
  });
  expect(page).toContain('Seed 1, 1 round of each fault, 2026-01-02, a machine.');
  const rows = page.split('\n').map((row) => row.split('|').map((cell) => cell.trim()));
  for (const { line, n, value, goal, ok } of scorecard)
    expect(rows).toContainEqual(['', line, String(n), String(value), String(goal), ok ? 'yes' : 'no', '']);
  expect(rows).toContainEqual(['', '`worker-kill`', '1', '1 × fetch, 1 × images', '2', '1', '0', '7', '']);
});
