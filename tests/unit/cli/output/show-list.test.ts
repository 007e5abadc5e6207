import { stripVTControlCharacters } from 'node:util';
import { expect, onTestFinished, test, vi } from 'vitest';
import type { Display } from '../../../../cli/output/display.ts';
import { timeOf } from '../../../../cli/output/format-time.ts';
import { showList, type Page } from '../../../../cli/output/show-list.ts';

const COLUMNS = [{ header: 'id', value: 'id' }] as const;

interface Item {
  id: number;
}

/** Collects what is written to standard output. */
function listen(): string[] {
  const written: string[] = [];
  const spy = vi.spyOn(process.stdout, 'write').mockImplementation((text, reported?: unknown) => {
    written.push(String(text));
    if (typeof reported === 'function') reported();
    return true;
  });
  onTestFinished(() => spy.mockRestore());
  return written;
}

test('--jsonl writes each page before the next one is read', async () => {
  const written = listen();
  const pages: Page<Item>[] = [{ items: [{ id: 1 }, { id: 2 }], next_cursor: 'x' }, { items: [{ id: 3 }] }];
  const soFar: string[] = [];
  await showList({ columns: COLUMNS }, { jsonl: true }, async function* () {
    for (const page of pages) {
      soFar.push(written.join(''));
      yield page;
    }
  });
  expect(soFar).toEqual(['', '{"id":1}\n{"id":2}\n']);
  expect(written.join('')).toBe('{"id":1}\n{"id":2}\n{"id":3}\n');
});

test('--json is one array of all pages, and no items are said so in words', async () => {
  const written = listen();
  const pages = async function* (): AsyncGenerator<Page<Item>> {
    yield { items: [{ id: 1 }], next_cursor: 'x' };
    yield { items: [{ id: 2 }], next_cursor: null };
  };
  await showList({ columns: COLUMNS }, { json: true }, pages);
  await showList({ columns: COLUMNS }, {}, async function* (): AsyncGenerator<Page<Item>> {
    yield { items: [] };
  });
  expect(written).toEqual(['[{"id":1},{"id":2}]\n', 'There are none.\n']);
});

test('--jsonl says once, on standard error, that the list is old', async () => {
  const written = listen();
  const warned: string[] = [];
  const spy = vi.spyOn(process.stderr, 'write').mockImplementation((text) => {
    if (text !== '') warned.push(String(text));
    return true;
  });
  onTestFinished(() => spy.mockRestore());
  const age = { stale: true, as_of: '2026-01-31T08:00:00.123Z' };
  await showList({ columns: COLUMNS }, { jsonl: true }, async function* (): AsyncGenerator<Page<Item>> {
    yield { items: [{ id: 1 }], ...age, next_cursor: 'x' };
    yield { items: [{ id: 2 }], ...age };
  });
  expect(written.join('')).toBe('{"id":1}\n{"id":2}\n');
  expect(warned).toEqual([
    'This is how it was at 2026-01-31T08:00:00Z: Temporal does not answer, or no process follows it.\n',
  ]);
});

test('--utc shows exact times within sentences too', async () => {
  const { isTTY } = process.stdout;
  process.stdout.isTTY = true;
  vi.useFakeTimers({ now: Date.parse('2026-01-31T08:03:00Z') });
  onTestFinished(() => {
    process.stdout.isTTY = isTTY;
    vi.useRealTimers();
  });
  const written = listen();
  const columns = [
    { header: 'state', value: (_: Item, display: Display) => `cooling until ${timeOf(AT, display)}` },
  ];
  for (const options of [{}, { utc: true }] as const)
    await showList({ columns }, options, async function* (): AsyncGenerator<Page<Item>> {
      yield { items: [{ id: 1 }] };
    });
  const cells = written.map((text) => stripVTControlCharacters(text).split('\n')[1]);
  expect(cells).toEqual([`cooling until ${AT} (3 min ago)`, `cooling until ${AT}`]);
});

const AT = '2026-01-31T08:00:00Z';
