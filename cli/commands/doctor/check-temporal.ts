import type { Client } from '@temporalio/client';
import type { Environment } from '../../../config/environment.ts';
import type { ListedWorker } from '../../../db/queries/worker-registry.ts';
import { compareInstances, type InstanceComparison } from '../../../domain/instance.ts';
import { isLive } from '../../../domain/worker.ts';
import { diffSchedules } from '../../../temporal-client/apply-schedules.ts';
import { findMissingAttributes } from '../../../temporal-client/apply-search-attributes.ts';
import { connectTemporal } from '../../../temporal-client/connect.ts';
import { readNamespaceInstance } from '../../../temporal-client/instance.ts';
import { readPollers } from '../../../temporal-client/read-pollers.ts';
import { schedulesOf } from '../../../temporal-client/schedule-definitions.ts';
import { BROWSER_QUEUE, TASK_QUEUES, WORKFLOW_QUEUE } from '../../../temporal-config/task-queues.ts';
import { locateTemporal, noTemporal } from '../../open-temporal.ts';
import { checkTemporalClock } from './check-clocks.ts';
import { findingsOf, messageOf, type Finding } from './finding.ts';

const server = findingsOf('Temporal');

interface Known {
  dataDir: string;
  /** Null: the registry cannot be read. */
  workers: ListedWorker[] | null;
  /** Whether some dispensary has to be fetched in a browser. */
  needsBrowser: boolean;
  /** The installation of the database; null: not known. */
  instanceId: string | null;
}

/** Checks whether Temporal answers, has what the workflows use, and has workers. */
export async function checkTemporal(environment: Environment, known: Known): Promise<Finding[]> {
  const { dataDir } = known;
  const address = await locateTemporal(environment, dataDir);
  if (address === null)
    return [server.broken(noTemporal(environment, dataDir), 'Run `npm start`, or set TEMPORAL_ADDRESS.')];
  let client: Client;
  try {
    client = await connectTemporal({ ...environment, TEMPORAL_ADDRESS: address });
  } catch (error) {
    return [
      server.broken(
        messageOf(error),
        'Check that the server runs; docs/how-to/run-a-temporal-cluster.md explains TLS and keys.',
      ),
    ];
  }
  try {
    const { serverVersion } = await client.workflowService.getSystemInfo({});
    const reached = server.ok(`${serverVersion} at ${address}, namespace ${environment.TEMPORAL_NAMESPACE}`);
    const checks = [
      () => checkInstance(client, environment, known),
      () => checkAttributes(client),
      () => checkSchedules(client, environment),
      () => checkQueues(client, known),
    ];
    const findings: Finding[] = [];
    for (const check of checks) findings.push(...[await check()].flat());
    return [reached, ...findings];
  } finally {
    await client.connection.close();
  }
}

async function checkInstance(
  client: Client,
  { INSTANCE_ID: wanted, TEMPORAL_INSTANCE_CHECK: isAsked }: Environment,
  { instanceId }: Known,
): Promise<Finding> {
  const { ok, broken, unknown } = findingsOf('instance');
  const expected = instanceId ?? wanted ?? null;
  if (expected === null) return unknown('the database is unavailable');
  const theirs = isAsked ? await readNamespaceInstance(client) : undefined;
  const comparison = compareInstances({ database: expected, temporal: theirs, wanted });
  const findings: Record<InstanceComparison, Finding> = {
    unwanted: broken(
      `the database belongs to ${expected}, INSTANCE_ID is ${wanted}`,
      'See docs/reference/instances.md.',
    ),
    unmarked: broken(
      `the database belongs to ${expected}, and the namespace carries no id`,
      'Run `npm run setup:temporal`, if both belong together.',
    ),
    other: broken(
      `the database belongs to ${expected}, and the namespace to ${theirs}`,
      'Set DATABASE_URL, TEMPORAL_ADDRESS and TEMPORAL_NAMESPACE to servers of one installation.',
    ),
    same: ok(
      isAsked
        ? `${expected}, of the database and the namespace`
        : `${expected}; the namespace is not checked (TEMPORAL_INSTANCE_CHECK)`,
    ),
  };
  return findings[comparison];
}

async function checkAttributes(client: Client): Promise<Finding> {
  const { ok, broken } = findingsOf('search attributes');
  const missing = await findMissingAttributes(client);
  if (missing.length === 0) return ok('all are registered');
  const found = `the namespace lacks ${missing.join(', ')}; no crawl can be started`;
  return broken(found, 'Run `npm run setup:temporal`.');
}

async function checkSchedules(client: Client, environment: Environment): Promise<Finding> {
  const { ok, warning, broken } = findingsOf('schedules');
  const diffs = await diffSchedules(client, schedulesOf(environment));
  const idsOf = (state: string) => diffs.filter((diff) => diff.state === state).map(({ id }) => id);
  const missing = idsOf('missing');
  if (missing.length > 0)
    return broken(
      `missing: ${missing.join(', ')}; their work does not start by itself`,
      'Run `crawlchain schedules apply`.',
    );
  const outdated = diffs.filter(
    ({ startsOther, changes }) => startsOther || changes.some(({ changedBy }) => changedBy === 'code'),
  );
  if (outdated.length > 0)
    return warning(
      `different from code and the environment: ${outdated.map(({ id }) => id).join(', ')}`,
      'See `crawlchain schedules diff`; `crawlchain schedules apply` brings them up to date.',
    );
  return ok(`${diffs.length} are there`);
}

async function checkQueues(client: Client, { workers, needsBrowser }: Known): Promise<Finding[]> {
  const served = (workers ?? []).filter(({ status }) => isLive(status)).flatMap(({ queues }) => queues);
  const polled = await Promise.all(TASK_QUEUES.map((queue) => readPollers(client, queue)));
  const findings = polled.map(({ queue, pollers }): Finding => {
    const { ok, warning, broken } = findingsOf(`queue: ${queue}`);
    if (pollers > 0) return ok(`asked by ${pollers} ${pollers === 1 ? 'worker' : 'workers'}`);
    // A worker whose slots are all taken does not poll.
    if (served.some((one) => one.queue === queue)) return ok('served by workers that are busy');
    const mend = `Run \`npm run worker\`; WORKER_QUEUES and WORKER_ROLE narrow a worker to other queues.${queue === BROWSER_QUEUE ? ' It serves this one where it finds a browser.' : ''}`;
    return queue === BROWSER_QUEUE && !needsBrowser
      ? warning('no worker serves it; no dispensary needs it yet', mend)
      : broken('no worker serves it: its work waits', mend);
  });
  const workflows = polled.find(({ queue }) => queue === WORKFLOW_QUEUE);
  const clock =
    workflows === undefined
      ? findingsOf('clock: Temporal').unknown('cannot be told')
      : checkTemporalClock(workflows, Date.now());
  return [...findings, clock];
}
