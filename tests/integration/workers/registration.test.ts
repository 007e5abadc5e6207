import { expect, test } from 'vitest';
import { createEventBell } from '../../../db/event-bell.ts';
import { listenTo } from '../../../db/listen.ts';
import { EVENT_CHANNEL } from '../../../db/queries/run-events.ts';
import { listWorkers, requestDecommission, type WorkerState } from '../../../db/queries/worker-registry.ts';
import { createLog } from '../../../observability/log.ts';
import { createRegistration } from '../../../workers/registration.ts';
import { ownWorker, TOLD } from '../../support/own-worker.ts';
import { createTestDatabase } from '../../support/test-database.ts';

test('a change of status is in the registry at once, and whoever follows the events is woken', async () => {
  const { db, url } = await createTestDatabase();
  let notified = 0;
  const listening = Promise.withResolvers<void>();
  const stopListening = listenTo({
    url,
    channel: EVENT_CHANNEL,
    onNotification: () => {
      notified += 1;
      listening.resolve();
    },
    onLost: listening.reject,
  });
  await listening.promise;
  const bell = createEventBell(db);
  let state: WorkerState = TOLD;
  const registration = createRegistration({
    db,
    bell,
    log: createLog('silent'),
    facts: ownWorker('worker-1'),
    // So long that only the test sends heartbeats.
    intervalMs: 3_600_000,
    state: () => state,
    chooseName: () => 'Xylos',
    onDecommission: () => undefined,
  });
  for (const status of ['active', 'backing_off', 'active'] as const) {
    const before = notified;
    state = { ...TOLD, status };
    await registration.report();
    expect((await listWorkers(db))[0]?.status).toBe(status);
    await expect.poll(() => notified).toBeGreaterThan(before);
  }
  const before = notified;
  await registration.end('stopped');
  await expect.poll(() => notified).toBeGreaterThan(before);
  await bell.stop();
  await stopListening();
});

test('a request to stop is heard without waiting for the next heartbeat', async () => {
  const { db } = await createTestDatabase();
  const bell = createEventBell(db);
  const requested = Promise.withResolvers<void>();
  const registration = createRegistration({
    db,
    bell,
    log: createLog('silent'),
    facts: ownWorker('worker-1'),
    // So long that only the test sends heartbeats.
    intervalMs: 3_600_000,
    state: () => TOLD,
    chooseName: () => 'Xylos',
    onDecommission: requested.resolve,
  });
  await registration.report();
  await requestDecommission(db, 'worker-1', { by: 'a test', reason: null });
  await expect(requested.promise).resolves.toBeUndefined();
  await registration.end('decommissioned');
  await bell.stop();
});
