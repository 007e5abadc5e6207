import { spawn } from 'node:child_process';
import { sql } from 'kysely';
import { expect, onTestFinished, test } from 'vitest';
import { checkWorld } from '../../faults/check/check-world.ts';
import type { AcknowledgedCrawl, AcknowledgedJob, CheckedWorld } from '../../faults/check/checked-world.ts';
import { CHECKS, COUNTED, formatFinding } from '../../faults/check/finding.ts';
import { sweepStorage } from '../../faults/check/sweep-storage.ts';
import { ROUND_ENV } from '../../faults/world/own-world.ts';
import { identifyProcess } from '../../local/process-identity.mjs';
import { startCrawl } from '../../temporal-client/crawl-control.ts';
import { startJob } from '../../temporal-client/job-control.ts';
import { addNamedDispensaries } from '../support/add-dispensary.ts';
import { createCrawlWorld, type CrawlWorld } from '../support/crawl-world.ts';
import { LIES } from '../integration/faults/planted-lies.ts';

interface FinishedWorld {
  world: CrawlWorld;
  acknowledged: AcknowledgedCrawl[];
  jobs: AcknowledgedJob[];
}

/** Creates a world after two passes over two stores, a job and a sweep. No worker is left. */
async function finishWorld(): Promise<FinishedWorld> {
  const world = await createCrawlWorld({
    dispensaries: 2,
    products: 12,
    env: { JOB_TYPES: ROUND_ENV.JOB_TYPES },
  });
  const dispensaries = await addNamedDispensaries(world);
  const worker = await world.startWorker();
  const acknowledged: AcknowledgedCrawl[] = [];
  for (const pass of [0, 1]) {
    if (pass > 0) await world.evolve();
    for (const dispensary of dispensaries) {
      const { handle } = await startCrawl(world.client, dispensary);
      await handle.result();
      const { runId } = await handle.describe();
      acknowledged.push({ dispensaryId: dispensary.id, workflowId: handle.workflowId, runId });
    }
  }
  const job = await startJob(world.client, { jobType: 'steps' });
  await world.client.workflow.getHandle(job.workflowId).result();
  await sweepStorage(world);
  await worker.stop();
  return { world, acknowledged, jobs: [job] };
}

test('a finished world is in order, and each lie that is planted in it is found as what it is', async () => {
  const { world, acknowledged, jobs } = await finishWorld();
  const check = async (checked: CheckedWorld = world, expected = acknowledged) =>
    (await checkWorld(checked, { acknowledged: expected, jobs })).findings.map(formatFinding);
  expect(await check()).toEqual([]);
  const { looked } = await checkWorld(world, { acknowledged, jobs });
  expect(looked).toMatchObject({ 'acknowledged crawls lost': 4, 'two runs of a store': 4 });
  for (const line of COUNTED) expect(looked[line], line).toBeGreaterThan(0);
  for (const { name, plant, says, counted } of LIES) {
    const undo = await plant(world);
    const found = (await checkWorld(world, { acknowledged, jobs })).findings;
    await undo();
    const lines = found.map(formatFinding);
    expect(lines, name).toHaveLength(says.length);
    // The order of the findings is not compared, because it depends on the order of Temporal's list.
    for (const text of says) expect(lines, name).toContainEqual(expect.stringMatching(text));
    expect(found.flatMap((finding) => finding.counted ?? []).toSorted(), name).toEqual(
      [counted ?? []].flat().toSorted(),
    );
  }
  expect(await check()).toEqual([]);

  // A crawl that was acknowledged, but does not exist in this world.
  const lost = { ...acknowledged[0]!, runId: 'lost' };
  expect(await check(world, [...acknowledged, lost])).toEqual([
    expect.stringMatching(/^requests: the ledger lacks the acknowledged crawl of dispensary \d+ .*, lost\)/),
  ]);
  await sql`
    insert into proxy_leases select gen_random_uuid(), min(id), 'planted', now() + interval '50 seconds' from proxies
  `.execute(world.db);
  const sinceKill = async (seconds: number) => {
    const lastKillAt = new Date(Date.now() - seconds * 1_000);
    return (await checkWorld(world, { acknowledged, jobs, lastKillAt })).findings;
  };
  // The lease of a dead process expires by itself. A lease that lasts longer than that must belong to another process.
  expect(await sinceKill(0)).toEqual([]);
  expect(await sinceKill(30)).toHaveLength(1);
  await sql`delete from proxy_leases`.execute(world.db);
  const child = spawn('sleep', ['300'], { detached: true, stdio: 'ignore' });
  onTestFinished(() => void child.kill('SIGKILL'));
  expect(
    await check({ ...world, started: () => [{ name: 'worker-9', ...identifyProcess(child.pid!) }] }),
  ).toEqual([expect.stringMatching(/^leftovers: the process of worker-9, or a child of it, is running/)]);
  // Every part of the check must have found a planted violation. Strikes, and jobs that record themselves, are checked elsewhere.
  const elsewhere: string[] = ['strikes', 'jobs'];
  const found = new Set(LIES.flatMap(({ says }) => says.map((text) => text.source.slice(1).split(':')[0])));
  expect(found).toEqual(new Set(CHECKS.filter((name) => !elsewhere.includes(name))));
  expect(new Set(LIES.flatMap(({ counted }) => counted ?? []))).toEqual(new Set(COUNTED));
});
