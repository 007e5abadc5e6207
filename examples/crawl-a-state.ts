import { connectCrawlchain } from '../temporal-client/crawlchain-client.ts';

// Crawls the dispensaries of a state whose last crawl began more than four hours ago: `npx node examples/crawl-a-state.ts AZ`.

const client = await connectCrawlchain({
  address: process.env.TEMPORAL_ADDRESS,
  namespace: process.env.TEMPORAL_NAMESPACE || 'crawlchain',
  instanceId: process.env.INSTANCE_ID || undefined,
});
try {
  const crawls = await client.crawlDue({ scope: process.argv[2] ?? 'all', intervalHours: 4 });
  for await (const { progress } of crawls.progress()) console.log(progress?.summary);
  const { started, alreadyRunning } = await crawls.result();
  console.log(`${started} started, ${alreadyRunning} were running already`);
} finally {
  await client.close();
}
