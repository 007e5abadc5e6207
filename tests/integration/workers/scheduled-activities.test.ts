import { readdirSync, readFileSync } from 'node:fs';
import { expect, test } from 'vitest';
import { readEnvironment } from '../../../config/environment.ts';
import { preparePasswordSeal } from '../../../db/prepare-password-seal.ts';
import { createLog } from '../../../observability/log.ts';
import { loadJobTypes } from '../../../jobs/load-job-types.ts';
import { createActivities } from '../../../workers/create-activities.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

const HISTORIES = new URL('../../replay/histories/', import.meta.url);

interface Event {
  activityTaskScheduledEventAttributes?: { activityType: { name: string }; taskQueue: { name: string } };
}

/** Returns the activities that current and earlier workflow code has scheduled, as `<activity> on <queue>`. */
function scheduledActivities(): Set<string> {
  const names = readdirSync(HISTORIES).filter((name) => name.endsWith('.json'));
  const events = names.flatMap(
    (name) => (JSON.parse(readFileSync(new URL(name, HISTORIES), 'utf8')) as { events: Event[] }).events,
  );
  return new Set(
    events.flatMap(({ activityTaskScheduledEventAttributes: task }) =>
      task === undefined ? [] : [`${task.activityType.name} on ${task.taskQueue.name}`],
    ),
  );
}

test('workers know every activity that any version of a workflow sends to their queues', async () => {
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const root = await temporaryFolder('scheduled-activities-');
  const registered = async (pod: string): Promise<string[]> => {
    const activities = createActivities({
      environment: readEnvironment({ STORAGE_ROOT: root, STORAGE_SHARED: 'false', WORKER_ID: pod }),
      db,
      passwordSeal: await preparePasswordSeal(db, { key: undefined, keyFile: `${root}/key` }),
      client,
      worker: pod,
      log: createLog('error', {}),
      ingests: true,
      // No browser is started. The setting is needed only for the name of the queue.
      jobTypes: await loadJobTypes(),
      browserStage: { browser: { executable: '/nowhere', source: 'nothing', env: {} }, root, slots: 1 },
    });
    return Object.entries(activities).flatMap(([queue, known]) =>
      Object.keys(known ?? {}).map((name) => `${name} on ${queue}`),
    );
  };
  const known = (await Promise.all(['pod-a', 'pod-b'].map(registered))).flat();
  expect([...scheduledActivities()].filter((scheduled) => !known.includes(scheduled))).toEqual([]);
  expect(scheduledActivities().size).toBeGreaterThan(15);
});
