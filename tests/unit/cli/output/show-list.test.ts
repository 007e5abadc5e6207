import { expect, onTestFinished, test, vi } from 'vitest';
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
