import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test } from 'vitest';
import { startJob } from '../../temporal-client/job-control.ts';
import { FailingWorld, makeAuthority } from '../integration/egress/failing-world.ts';
import { createCrawlWorld } from '../support/crawl-world.ts';
import { findJob } from '../support/find-job.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const JOB_TYPES = fileURLToPath(new URL('../support/direct-job-types.ts', import.meta.url));

test('a worker of jobs alone starts without proxies, and runs a job of a direct type', async () => {
  const authority = await makeAuthority();
  const servers = new FailingWorld();
  onTestFinished(() => servers.close());
  const port = await servers.https((request, response) => {
    if (request.url === '/robots.txt') response.writeHead(404);
    response.end('news');
  }, authority.leaf);
  const caFile = join(await temporaryFolder('authority-'), 'ca.pem');
  await writeFile(caFile, authority.caPem);
  const world = await createCrawlWorld({ dispensaries: 1, products: 5, env: { JOB_TYPES } });
  const { client, db } = world;
  await db.deleteFrom('proxies').execute();
  await world.startWorker('decider', { WORKER_QUEUES: 'crawlchain' });
  await world.startWorker('direct', {
    WORKER_QUEUES: 'jobs',
    SSL_CERT_FILE: caFile,
    ALLOWED_PRIVATE_HOSTS: 'localhost',
  });
  const payload = { url: `https://localhost:${port}/feed` };
  await startJob(client, { jobType: 'visit_directly', payload }, { id: 'feed' });
  await expect
    .poll(() => findJob(db, 'feed'), { timeout: 120_000 })
    .toMatchObject({
      status: 'completed',
      worker: 'direct',
      result: { status: 200, body: 'news', exitAddress: null, identity: { proxy: null } },
    });
}, 300_000);
