import { connectCrawlchain, WorkFailed } from '../temporal-client/crawlchain-client.ts';

// Downloads files as a job and shows its progress: `npx node examples/run-a-job.ts https://images.example.com/1.png`.

const client = await connectCrawlchain({
  address: process.env.TEMPORAL_ADDRESS,
  namespace: process.env.TEMPORAL_NAMESPACE || 'crawlchain',
  instanceId: process.env.INSTANCE_ID || undefined,
});
try {
  const payload = { urls: process.argv.slice(2) };
  const job = await client.startJob({
    jobType: 'download_media',
    payload,
    account: 'examples',
    maxRetries: 1,
  });
  for await (const { status, progress } of job.progress()) {
    console.log(status, progress?.summary ?? 'no worker has taken it yet');
  }
  console.log(`job ${job.id}:`, JSON.stringify(await job.result()));
} catch (error) {
  if (!(error instanceof WorkFailed)) throw error;
  console.error(error.message);
  process.exitCode = 1;
} finally {
  await client.close();
}
