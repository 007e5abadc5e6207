import { expect, test } from 'vitest';
import { findPayload, findPayloadDetail, listQuarantinePage } from '../../../db/queries/payload-pages.ts';
import { loadPayload, requireUsable } from '../../../db/queries/payloads.ts';
import { decideQuarantined, listQuarantined, quarantinePayload } from '../../../db/queries/quarantine.ts';
import { readQuarantineStanding } from '../../../db/queries/overview-figures.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import type { Suspicion } from '../../../domain/belief/suspicion.ts';
import { SUSPICION } from './make-unconfirmed.ts';
import { quarantineOne, suspicion } from './make-quarantined.ts';
import { beginRun, day, makePayloadRecord, storePayload } from './make-crawl.ts';

test('a suspect payload is listed with its evidence, and may not be ingested', async () => {
  const { db } = await createTestDatabase();
  const { run, id } = await quarantineOne(db);
  expect(await listQuarantined(db, 10)).toMatchObject([{ id, dispensaryId: run.dispensaryId, suspicion }]);
  const payload = await loadPayload(db, id);
  expect(() => requireUsable(payload)).toThrow(`got ${id}, which is suspect`);
});

test('a person decides once', async () => {
  const { db } = await createTestDatabase();
  const { id } = await quarantineOne(db);
  const because = 'It moved to another building.';
  await decideQuarantined(db, id, { verdict: 'confirmed', decidedBy: 'ada', because });
  expect(await findPayload(db, id)).toMatchObject({ decided_by: 'ada', decided_because: because });
  expect(await listQuarantined(db, 10)).toEqual([]);
  const payload = await loadPayload(db, id);
  expect(() => requireUsable(payload)).not.toThrow();
  await expect(decideQuarantined(db, id, { verdict: 'rejected', decidedBy: 'bob' })).rejects.toThrow(
    `Expected a doubted payload, got ${id}`,
  );
});

test('of two who confirm a payload at once the first has decided it', async () => {
  const { db } = await createTestDatabase();
  const { id } = await quarantineOne(db);
  const confirm = (decidedBy: string, because: string) =>
    decideQuarantined(db, id, { verdict: 'confirmed', decidedBy, because });
  await confirm('ada', 'the owner says so');
  const { decided_at: decidedAt } = (await findPayload(db, id))!;
  // The payload's ingest has not ended, so a second confirmation is allowed, and starts the ingest again.
  await confirm('bob', 'so do I');
  expect(await findPayload(db, id)).toMatchObject({
    decided_by: 'ada',
    decided_because: 'the owner says so',
    decided_at: decidedAt,
  });
});

test('whoever confirms a payload decides those of the store that were fetched before it: they are confirmed where they saw the same', async () => {
  const { db } = await createTestDatabase();
  const { run, id: first } = await quarantineOne(db);
  const keep = async (fetchedAt: Date, found: Suspicion = suspicion) =>
    quarantinePayload(db, run, { payload: await makePayloadRecord(db, fetchedAt), suspicion: found });
  const other = await keep(day(3), SUSPICION);
  const [second, third] = [await keep(day(4)), await keep(day(5))];
  const { id: elsewhere } = await quarantineOne(db);
  // The list shows in advance how a decision about a payload would affect the earlier payloads.
  const before = [
    { id: other, fetched_at: day(3), agrees: false },
    { id: first, fetched_at: day(3), agrees: true },
  ];
  const listed = await listQuarantinePage(db, {}, { after: null, limit: 10 });
  expect(listed.items.map(({ id, earlier_waiting: earlier }) => [id, earlier])).toEqual([
    [third, [{ id: second, fetched_at: day(4), agrees: true }, ...before]],
    [second, before],
    [elsewhere, []],
    [other, [{ id: first, fetched_at: day(3), agrees: false }]],
    [first, []],
  ]);
  const newest = await listQuarantined(db, 10);
  expect(newest.map(({ id, ofStore }) => [id, ofStore])).toEqual([
    [third, 4],
    [elsewhere, 1],
  ]);
  expect(await decideQuarantined(db, second, { verdict: 'confirmed', decidedBy: 'ada' })).toEqual([
    { id: other, verdict: 'rejected' },
    { id: first, verdict: 'confirmed' },
  ]);
  expect((await findPayloadDetail(db, third))!.earlier_waiting).toEqual([]);
  expect(await findPayload(db, first)).toMatchObject({
    verdict: 'confirmed',
    decided_by: 'ada',
    decided_because: `payload ${second}, which saw the same later, was confirmed`,
  });
  expect(await findPayload(db, other)).toMatchObject({
    verdict: 'rejected',
    decided_by: 'ada',
    decided_because: `payload ${second}, which was fetched later, was confirmed`,
  });
  expect((await listQuarantined(db, 10)).map(({ id }) => id)).toEqual([third, elsewhere]);
  await decideQuarantined(db, third, { verdict: 'rejected', decidedBy: 'ada' });
  expect((await listQuarantined(db, 10)).map(({ id }) => id)).toEqual([elsewhere]);
});

test('the same decision of the same person is made once, and may be asked for twice', async () => {
  const { db } = await createTestDatabase();
  const { id } = await quarantineOne(db);
  await decideQuarantined(db, id, { verdict: 'rejected', decidedBy: 'ada', because: 'It is cut.' });
  const first = await findPayload(db, id);
  await decideQuarantined(db, id, { verdict: 'rejected', decidedBy: 'ada' });
  expect(await findPayload(db, id)).toEqual(first);
  await expect(decideQuarantined(db, id, { verdict: 'rejected', decidedBy: 'bob' })).rejects.toThrow(
    `Expected a doubted payload, got ${id}, which is rejected.`,
  );
});

test('a better answer of the same run rejects what it had put aside', async () => {
  const { db } = await createTestDatabase();
  const { run, id } = await quarantineOne(db);
  await storePayload(db, run, await makePayloadRecord(db, day(3)));
  expect(await loadPayload(db, id)).toMatchObject({ verdict: 'rejected' });
});

test('a payload whose file is gone may not be ingested', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const id = await storePayload(db, run, await makePayloadRecord(db, day(3)));
  const payload = { ...(await loadPayload(db, id)), fileState: 'expired' as const };
  expect(() => requireUsable(payload)).toThrow(/is expired/);
});

test('menus whose prices went up and menus whose prices went down are not counted as doubted alike', async () => {
  const { db } = await createTestDatabase();
  const repriced = (measured: Suspicion['measured']): Suspicion => ({
    ...suspicion,
    fault: 'repriced',
    faults: ['repriced'],
    measured,
  });
  const changed = (up: number) => ({ rule: 'rec-changed', count: 50, of: 60, up });
  const doubted: [Suspicion, string | null][] = [
    [repriced([changed(50)]), 'up'],
    [repriced([{ rule: 'rec-doubled', count: 5, of: 60 }, changed(45)]), 'up'],
    [repriced([changed(0)]), 'down'],
    [repriced([{ rule: 'specials-alike', count: 9, of: 60 }, changed(50)]), null],
    [
      { ...suspicion, fault: 'requantified', measured: [{ rule: 'quantities-down', count: 30, of: 60 }] },
      'down',
    ],
    [suspicion, null],
    [{ ...suspicion, fault: 'shrunk', faults: ['shrunk', 'unpriced'] }, null],
  ];
  for (const [known] of doubted) {
    const payload = await makePayloadRecord(db, day(3));
    await quarantinePayload(db, await beginRun(db), { payload, suspicion: known });
  }
  const listed = (await listQuarantined(db, 10)).toReversed();
  expect(listed.map((one) => one.suspicion.direction)).toEqual(doubted.map(([, direction]) => direction));
  expect(await readQuarantineStanding(db)).toMatchObject({
    waiting: 7,
    commonest: { fault: 'repriced', direction: 'up', dispensaries: 2 },
  });
});
