import { connectCrawlchain, WorkFailed } from '../temporal-client/crawlchain-client.ts';

// Crawls one dispensary and shows its progress: `npx node examples/crawl-and-follow.ts 1`.

const client = await connectCrawlchain({
  address: process.env.TEMPORAL_ADDRESS,
  namespace: process.env.TEMPORAL_NAMESPACE || 'crawlchain',
  instanceId: process.env.INSTANCE_ID || undefined,
});
try {
  const id = Number(process.argv[2]);
  if (!(id > 0)) throw new RangeError('It takes the id of a dispensary, such as 1.');
  // An urgent crawl runs before the crawls of schedules. If this dispensary's crawl already waits, the call raises its priority.
  const crawl = await client.crawl({ id, platform: 'dutchie' }, { priority: 20, images: false });
  console.log(crawl.isNew ? 'started' : 'was running', crawl.workflowId);
  for await (const { status, progress } of crawl.progress()) {
    console.log(status, progress?.summary ?? 'no worker has taken it yet');
  }
  const { counts, payloadId, unconfirmed } = await crawl.result();
  if (unconfirmed !== undefined) console.log(`payload ${payloadId} is not believed: ${unconfirmed.message}`);
  else console.log(`payload ${payloadId}: ${counts.products} products, ${counts.added} of them new`);
} catch (error) {
  if (!(error instanceof WorkFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await client.close();
}
