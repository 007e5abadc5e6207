import { expect, test } from 'vitest';
import { haveWords, JOB_IDS, orderFault, SEARCH_WORDS, searchWords } from '../../../domain/run-list.ts';

test('a search is its words in small letters, each once, without what stands between them', () => {
  expect(searchWords(`  Timed-out: "timed" {"payload_id":12} it's \\ café & '':*`)).toEqual([
    'timed',
    'out',
    'payload',
    'id',
    '12',
    'it',
    's',
    'café',
  ]);
});

test('a search has a letter or a digit, and no control character', () => {
  for (const text of ['403', ' é ', '"x"']) expect(SEARCH_WORDS.test(text)).toBe(true);
  for (const text of ['', '*', '- &', 'a\u0000', 'a\nb']) expect(SEARCH_WORDS.test(text)).toBe(false);
});

test('a hundred ids of jobs are taken, and no more characters than an address has room for', () => {
  const ids = (count: number, length: number) =>
    Array.from({ length: count }, (_, at) => `${at}`.padStart(length, 'x')).join(',');
  for (const text of ['own.id:1', ids(100, 36), ids(52, 150)]) expect(JOB_IDS.test(text)).toBe(true);
  for (const text of ['', ',', 'a,,b', ids(101, 3), ids(100, 150), ids(53, 150)])
    expect(JOB_IDS.test(text)).toBe(false);
});

test('texts have a search when they have all of its words among them', () => {
  expect(haveWords(['Slow down', null, '{"id":12}'], 'DOWN 12')).toBe(true);
  expect(haveWords(['Slow down', null], 'down up')).toBe(false);
});

test('ended and duration sort what has ended, and are refused for open statuses alone', () => {
  const order = 'asc' as const;
  expect(orderFault({ sort: 'duration', order }, ['pending'])).toContain(
    'got duration with the status pending',
  );
  expect(orderFault({ sort: 'duration', order }, ['pending', 'failed'])).toBe(null);
  expect(orderFault({ sort: 'ended', order }, undefined)).toBe(null);
  expect(orderFault({ sort: 'priority', order }, ['pending'])).toBe(null);
});
