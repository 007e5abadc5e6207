import { connectCrawlchain } from '../temporal-client/crawlchain-client.ts';

// Ingests a stored payload again, with the current rules: `npx node examples/replay-a-payload.ts 1`.

const client = await connectCrawlchain({
  address: process.env.TEMPORAL_ADDRESS,
  namespace: process.env.TEMPORAL_NAMESPACE || 'crawlchain',
  instanceId: process.env.INSTANCE_ID || undefined,
});
try {
  const replay = await client.replay(Number(process.argv[2]));
  const { counts, isNewest } = await replay.result();
  console.log(`${counts.products} products, ${isNewest ? 'the current state' : 'snapshots alone'}`);
} finally {
  await client.close();
}
