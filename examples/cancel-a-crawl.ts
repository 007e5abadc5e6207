import { connectCrawlchain, WorkFailed } from '../temporal-client/crawlchain-client.ts';

// Cancels the crawl of a dispensary, whoever started it: `npx node examples/cancel-a-crawl.ts 1`.

const client = await connectCrawlchain({
  address: process.env.TEMPORAL_ADDRESS,
  namespace: process.env.TEMPORAL_NAMESPACE || 'crawlchain',
  instanceId: process.env.INSTANCE_ID || undefined,
});
try {
  const crawl = client.crawlOf(Number(process.argv[2]));
  if (await crawl.cancel()) await crawl.result();
  console.log(`${crawl.workflowId} is over`);
} catch (error) {
  if (!(error instanceof WorkFailed)) throw error;
  console.log(error.message);
} finally {
  await client.close();
}
