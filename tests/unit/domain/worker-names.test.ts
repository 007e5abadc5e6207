import { expect, test } from 'vitest';
import { chooseWorkerName, DEFAULT_WORKER_NAMES, placeOf } from '../../../domain/worker-names.ts';

const names = ['Ada', 'Grace', 'Edsger'];
const holder = (name: string, isLive = true) => ({ name, isLive });
const choose = (request: Partial<Parameters<typeof chooseWorkerName>[0]> = {}) =>
  chooseWorkerName({ names, former: null, place: null, others: [], ...request });

test('there are at least thirty names, each once', () => {
  expect(DEFAULT_WORKER_NAMES.length).toBeGreaterThanOrEqual(30);
  expect(new Set(DEFAULT_WORKER_NAMES).size).toBe(DEFAULT_WORKER_NAMES.length);
  expect(DEFAULT_WORKER_NAMES.slice(0, 3)).toEqual(['Aethelgard', 'Xylos', 'Kryll']);
});

test('a worker keeps its former name, unless another that lives has it by now', () => {
  expect(choose({ former: 'Edsger' })).toBe('Edsger');
  expect(choose({ former: 'Edsger', others: [holder('Edsger', false)] })).toBe('Edsger');
  expect(choose({ former: 'Edsger', others: [holder('Edsger')] })).toBe('Ada');
});

test('a name that is no longer on the list is given up', () => {
  expect(choose({ former: 'Konrad' })).toBe('Ada');
});

test('a pod with a number gets the name of its place, where it is free', () => {
  expect(choose({ place: 1 })).toBe('Grace');
  expect(choose({ place: 4 })).toBe('Grace 2');
  expect(choose({ place: 1, others: [holder('Grace', false)] })).toBe('Grace');
  expect(choose({ place: 1, others: [holder('Grace')] })).toBe('Ada');
});

test('names that nobody has had come first, then those of the longest gone', () => {
  expect(choose({ others: [holder('Ada', false)] })).toBe('Grace');
  expect(choose({ others: [holder('Grace', false), holder('Ada', false), holder('Edsger')] })).toBe('Grace');
});

test('when all names are taken they go round with a number', () => {
  const others = names.map((name) => holder(name));
  expect(choose({ others })).toBe('Ada 2');
  expect(choose({ others: [...others, holder('Ada 2'), holder('Grace 2')] })).toBe('Edsger 2');
});

test('the place of a pod is its number, times the workers of a pod', () => {
  expect(placeOf('crawlchain-worker-3', 0, 1)).toBe(3);
  expect(placeOf('crawlchain-worker-3', 2, 5)).toBe(17);
  expect(placeOf('laptop', 0, 1)).toBeNull();
  expect(placeOf('crawlchain-worker-7d9f', 0, 1)).toBeNull();
});
