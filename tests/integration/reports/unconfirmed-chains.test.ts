import { expect, test } from 'vitest';
import { readOperatingFigures } from '../../../db/queries/operating-figures.ts';
import { listEvents, readSettledEvents } from '../../../db/queries/run-events.ts';
import { countAllTasks, listTasks } from '../../../reports/list-tasks.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { makeUnconfirmed, SUSPICION } from '../db/make-unconfirmed.ts';

test('a chain whose menu is not believed is a task of a status of its own, with the payload and the doubt', async () => {
  const { db } = await createTestDatabase();
  const { payloadId } = await makeUnconfirmed(db);
  const { items } = await listTasks(db, { statuses: ['unconfirmed'] }, { after: null, limit: 10 });
  expect(items).toMatchObject([
    {
      status: 'unconfirmed',
      error_message: `SuspectPayload: ${SUSPICION.message}`,
      result: { payload_id: payloadId },
    },
  ]);
  expect((await listTasks(db, { statuses: ['failed'] }, { after: null, limit: 10 })).items).toEqual([]);
  expect((await countAllTasks(db, {})).counts).toMatchObject({ unconfirmed: 1, completed: 0, failed: 0 });
});

test('it is told apart from failures in the figures and the events', async () => {
  const { db } = await createTestDatabase();
  await makeUnconfirmed(db);
  expect(await readOperatingFigures(db, { scheduleHours: 4 })).toMatchObject({
    endedChains: [{ role: 'payload_fetch', status: 'unconfirmed', count: 1 }],
    failures: [],
    suspectPayloads: 1,
  });
  const events = await listEvents(db, { after: 0, upTo: (await readSettledEvents(db)).settled, limit: 100 });
  expect(events.filter(({ topic }) => topic === 'run').at(-1)).toMatchObject({
    event: 'unconfirmed',
    errorKind: 'SuspectPayload',
  });
});
