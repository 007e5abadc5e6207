import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { bundleWorkflowCode, DefaultLogger, NativeConnection, Runtime, Worker } from '@temporalio/worker';
import { createStartCrawlsActivities } from '../../activities/start-crawls.ts';
import { connectDatabase } from '../../db/connect.ts';
import { countFanOut } from '../../temporal-client/count-workflows.ts';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { INGEST_QUEUE, WORKFLOW_QUEUE } from '../../temporal-config/task-queues.ts';

// The worker of the fan-out bench, a separate process so that its memory can be measured. Takes the database's URL, Temporal's
// address and the namespace; notifies its parent once it serves.

const [url = '', address = '', namespace = ''] = process.argv.slice(2);
Runtime.install({ logger: new DefaultLogger('WARN') });
const db = connectDatabase({ url, poolSize: 4, applicationName: 'bench', onLostConnection: () => undefined });
const client = new Client({ connection: await Connection.connect({ address }), namespace });
const connection = await NativeConnection.connect({ address });
const workflowBundle = await bundleWorkflowCode({
  workflowsPath: fileURLToPath(new URL('./workflows.ts', import.meta.url)),
  logger: new DefaultLogger('ERROR'),
});
const activities = createStartCrawlsActivities({
  db,
  startCrawl: async (dispensary, options) => (await startCrawl(client, dispensary, options)).runId,
  countFanOut: (fanOut) => countFanOut(client, fanOut),
});
const workers = [
  await Worker.create({ connection, namespace, taskQueue: WORKFLOW_QUEUE, workflowBundle }),
  await Worker.create({ connection, namespace, taskQueue: INGEST_QUEUE, activities }),
];
process.send?.('serving');
await Promise.all(workers.map((worker) => worker.run()));
process.exit();
