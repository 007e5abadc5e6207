import { expect, test } from 'vitest';
import {
  agreeingWith,
  oldestFirst,
  rowAfter,
  rowsOf,
  settledWith,
} from '../../../../dashboard/quarantine/waiting-rows.ts';
import type { PayloadDetail } from '../../../../dashboard/server/payloads-api.ts';

const timeOf = (id: number): string => new Date(id * 3_600_000).toISOString();
const NONE: ReadonlySet<number> = new Set();

/**
 * Returns a payload whose id is also the hour in which it was fetched.
 * @param earlier for the id of each earlier waiting payload, whether it agrees with this one
 */
function waiting(id: number, earlier: Record<number, boolean> = {}): PayloadDetail {
  const known = Object.entries(earlier).map(([of, agrees]) => ({ id: Number(of), agrees }));
  return {
    id,
    dispensary_id: 1,
    dispensary_name: 'Deeply Rooted',
    fetched_at: timeOf(id),
    earlier_waiting: known
      .toSorted((one, other) => other.id - one.id)
      .map((one) => ({ ...one, fetched_at: timeOf(one.id) })),
  } as PayloadDetail;
}

/** The waiting payloads of a store. 57, 55 and 52 agree with each other; so do 56 and 50. */
const LIST = [
  waiting(57, { 56: false, 55: true, 52: true, 50: false }),
  waiting(56, { 55: false, 52: false, 50: true }),
  waiting(55, { 52: true, 50: false }),
  waiting(52, { 50: false }),
  waiting(50),
];
const shapeOf = (rows: ReturnType<typeof rowsOf>) =>
  rows.map(({ payload, again }) => [payload.id, again.map(({ id }) => id)]);

test('menus that agree are in the row of the newest, also before their own page is loaded', () => {
  expect(shapeOf(rowsOf(LIST, NONE))).toEqual([
    [57, [55, 52]],
    [56, [50]],
  ]);
  expect(shapeOf(rowsOf(LIST.slice(0, 1), NONE))).toEqual([[57, [55, 52]]]);
});

test('no menu is in two rows, though a later one agrees with both', () => {
  const list = [waiting(3, { 2: false, 1: true }), waiting(2, { 1: true }), waiting(1)];
  expect(shapeOf(rowsOf(list, NONE))).toEqual([
    [3, [1]],
    [2, []],
  ]);
});

test('what was decided is in no row, and the earlier menus of one that is left are rows of their own', () => {
  expect(shapeOf(rowsOf(LIST, new Set([57, 50])))).toEqual([
    [56, []],
    [55, [52]],
  ]);
});

test('after a decision the row below is next, after the last one the last that is left', () => {
  const rows = rowsOf(LIST, new Set([57, 55, 52]));
  expect(rowAfter(rows, LIST[0]!)?.payload.id).toBe(56);
  expect(rowAfter(rows, LIST[3]!)?.payload.id).toBe(56);
  expect(rowAfter([], LIST[0]!)).toBe(undefined);
});

test('the earlier menus that agree are rejected with one: each once, and none that is decided or asked for by itself', () => {
  const idsOf = (payloads: { id: number }[]) => payloads.map(({ id }) => id);
  expect(idsOf(agreeingWith(LIST.slice(0, 1), NONE))).toEqual([55, 52]);
  expect(idsOf(agreeingWith([LIST[0]!, LIST[2]!], NONE))).toEqual([52]);
  expect(idsOf(agreeingWith(LIST.slice(0, 2), new Set([52])))).toEqual([55, 50]);
});

test('confirming several decides each earlier menu by the first that was fetched after it', () => {
  expect(settledWith([LIST[0]!])).toEqual({ confirmed: [55, 52], rejected: [56, 50] });
  expect(settledWith([LIST[0]!, LIST[1]!])).toEqual({ confirmed: [50], rejected: [55, 52] });
});

test('of two that were fetched at once the one with the smaller number is older', () => {
  const twin = { ...waiting(7), fetched_at: timeOf(9) };
  expect(oldestFirst([waiting(9), waiting(3), twin]).map(({ id }) => id)).toEqual([3, 7, 9]);
});
