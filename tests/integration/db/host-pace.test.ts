import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { reserveRequestSlot } from '../../../db/queries/host-pace.ts';
import { createTestDatabase } from '../../support/test-database.ts';

/** One slot in so many milliseconds: long beside the time that a reservation takes. */
const INTERVAL_MS = 20_000;
const PER_SECOND = 1000 / INTERVAL_MS;

async function slotsOf(count: number, reserve: () => Promise<number>): Promise<number[]> {
  const waits = await Promise.all(Array.from({ length: count }, reserve));
  return waits.map((wait) => Math.round(wait / INTERVAL_MS)).sort((one, other) => one - other);
}

function rest(db: Db, intervals: number) {
  return sql`update host_pace set next_slot_at = next_slot_at - ${intervals * INTERVAL_MS} * interval '1 ms'`.execute(
    db,
  );
}

describe('reserveRequestSlot', () => {
  test('the first request of a host goes at once, the next an interval later', async () => {
    const { db } = await createTestDatabase();
    expect(await reserveRequestSlot(db, 'menus.test', PER_SECOND)).toBe(0);
    const wait = await reserveRequestSlot(db, 'menus.test', PER_SECOND);
    expect(wait).toBeGreaterThan(INTERVAL_MS / 2);
    expect(wait).toBeLessThanOrEqual(INTERVAL_MS);
  });

  test('requests at the same time get slots of their own, one interval apart', async () => {
    const { db } = await createTestDatabase();
    const slots = await slotsOf(40, () => reserveRequestSlot(db, 'menus.test', PER_SECOND));
    expect(slots).toEqual(Array.from({ length: 40 }, (_, place) => place));
  });

  test('waits are whole milliseconds and never negative', async () => {
    const { db } = await createTestDatabase();
    for (let request = 0; request < 20; request += 1) {
      const wait = await reserveRequestSlot(db, 'menus.test', 333.3);
      expect(Number.isInteger(wait)).toBe(true);
      expect(wait).toBeGreaterThanOrEqual(0);
    }
  });

  test('hosts do not wait for each other', async () => {
    const { db } = await createTestDatabase();
    await slotsOf(5, () => reserveRequestSlot(db, 'menus.test', PER_SECOND));
    expect(await reserveRequestSlot(db, 'images.test', PER_SECOND)).toBe(0);
  });

  test('a host that was left alone saves no slots up: the next burst is spaced as the first', async () => {
    const { db } = await createTestDatabase();
    await slotsOf(3, () => reserveRequestSlot(db, 'menus.test', PER_SECOND));
    await rest(db, 100);
    expect(await slotsOf(5, () => reserveRequestSlot(db, 'menus.test', PER_SECOND))).toEqual([0, 1, 2, 3, 4]);
  });

  test('slots that passed while nobody asked are free again', async () => {
    const { db } = await createTestDatabase();
    await slotsOf(5, () => reserveRequestSlot(db, 'menus.test', PER_SECOND));
    await rest(db, 3);
    expect(await slotsOf(2, () => reserveRequestSlot(db, 'menus.test', PER_SECOND))).toEqual([2, 3]);
  });
});
