import { expect, test } from 'vitest';
import {
  describeDispensary,
  isJobId,
  isName,
  namedIn,
  paletteEntries,
} from '../../../../dashboard/frame/palette-entries.ts';

const textsOf = (typed: string): string[] => paletteEntries(typed).map(({ text }) => text);

test('the palette finds pages and actions by words in any order, and tasks by what is typed', () => {
  expect(textsOf('')).toContain('Overview');
  expect(textsOf('task create')).toEqual(['Create a task', 'Tasks with "task create"']);
  expect(textsOf('crawl')).toEqual(['Create a task', 'Tasks with "crawl"']);
  expect(textsOf('timed out')).toEqual(['Tasks with "timed out"']);
});

test('the id of a task leads to it alone, and is no name of a dispensary', () => {
  const id = 'crawl~12~0199c6f2-5a1b-7000-8000-000000000001';
  expect(paletteEntries(` ${id} `)).toEqual([{ sort: 'Task', text: id, choice: { task: id } }]);
  expect([isName(id), isName('d'), isName('De')]).toEqual([false, false, true]);
});

test('a dispensary leads to its page, and to a crawl of it', () => {
  const dispensaries = [{ id: 12, name: 'Desert Bloom', city: 'Phoenix', state: null }];
  expect(paletteEntries('desert', { dispensaries }).slice(0, 2)).toEqual([
    {
      sort: 'Dispensary',
      text: 'Desert Bloom, Phoenix',
      choice: { dispensary: 12 },
    },
    {
      sort: 'Action',
      text: 'Crawl Desert Bloom, Phoenix',
      choice: { ask: 'create', for: '12: Desert Bloom, Phoenix' },
    },
  ]);
});

test('words of the name and the city find a dispensary in any order, also to crawl it, and its city is said once', () => {
  const dispensaries = [{ id: 7, name: 'Copper Fern Oakland', city: 'Oakland', state: 'CA' }];
  const find = (typed: string) => paletteEntries(typed, { dispensaries }).map(({ text }) => text);
  const text = 'Copper Fern Oakland, CA';
  expect(find('oak copper fern')).toEqual([text, `Crawl ${text}`, 'Tasks with "oak copper fern"']);
  expect(namedIn('crawl oakland')).toBe('oakland');
  expect(find('crawl oakland')).toEqual([`Crawl ${text}`, 'Tasks with "crawl oakland"']);
  expect(find('copper mill')).toEqual(['Tasks with "copper mill"']);
  expect(describeDispensary({ name: 'Desert Bloom', city: 'Mesa', state: 'AZ' })).toBe(
    'Desert Bloom, Mesa, AZ',
  );
});

test('what was found for fewer letters is left out where it does not fit any more', () => {
  const dispensaries = ['Desert Bloom', 'Dew'].map((name, id) => ({ id, name, city: null, state: null }));
  const texts = paletteEntries('desert', { dispensaries }).map(({ text }) => text);
  expect(texts).toContain('Desert Bloom');
  expect(texts).not.toContain('Dew');
});

test('however much fits, the search for tasks is the last entry', () => {
  const dispensaries = Array.from({ length: 8 }, (_, id) => ({
    id,
    name: `Taste ${id}`,
    city: null,
    state: null,
  }));
  expect(paletteEntries('ta', { dispensaries }).at(-1)?.text).toBe('Tasks with "ta"');
});

test('a job leads to its page, as long as its id is typed', () => {
  const job = { id: 'nightly:1', job_type: 'sync', status: 'failed' };
  expect(paletteEntries('nightly:1', { job })[0]).toEqual({
    sort: 'Job',
    text: 'nightly:1: sync, failed',
    choice: { job: 'nightly:1' },
  });
  expect(paletteEntries('nightly:12', { job }).map(({ sort }) => sort)).toEqual(['Search']);
  expect([isJobId('nightly:1'), isJobId('two words'), isJobId('a')]).toEqual([true, false, false]);
});
