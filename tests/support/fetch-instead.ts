import { NativeConnection, Worker } from '@temporalio/worker';
import { onTestFinished } from 'vitest';
import type { FetchedMenu, UnconfirmedMenu } from '../../domain/crawl-run.ts';
import { fetchQueue } from '../../temporal-config/task-queues.ts';
import { DATA_CONVERTER } from '../../workers/workflow-bundle.ts';
import type { CrawlWorld } from './crawl-world.ts';

/** Runs `fetchMenu` for the fetches of a world, in place of a real worker. @returns a function that stops this before the test ends */
export async function fetchInstead(
  { temporalAddress: address, namespace }: CrawlWorld,
  fetchMenu: () => Promise<FetchedMenu | UnconfirmedMenu>,
): Promise<() => Promise<void>> {
  const connection = await NativeConnection.connect({ address });
  const taskQueue = fetchQueue('dutchie');
  const shared = { connection, namespace, taskQueue, dataConverter: DATA_CONVERTER };
  const worker = await Worker.create({ ...shared, activities: { fetchMenu } });
  const end = worker.run();
  const stop = async (): Promise<void> => {
    if (worker.getState() === 'RUNNING') worker.shutdown();
    await end;
  };
  onTestFinished(async () => {
    await stop();
    await connection.close();
  });
  return stop;
}
