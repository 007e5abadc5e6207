import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { WORKFLOW_QUEUE } from '../../../temporal-config/task-queues.ts';
import { startApiServer } from '../../support/api-server.ts';
import { startProgram } from '../../support/run-program.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { beginRun, day, ingest } from '../db/make-crawl.ts';

test('after a failure of the API no further payload is replayed, and those that were begun are finished', async () => {
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const { url } = await startApiServer({ db, client, isFollowed: false });
  const ids: number[] = [];
  for (let place = 0; place < 6; place += 1)
    ids.push((await ingest(db, await beginRun(db), { fetchedAt: day(1), products: [] })).payload.id);
  const [first = 0, second = 0, third = 0, fourth = 0] = ids;
  const asked: number[] = [];
  const goOn = Promise.withResolvers<void>();
  // Passes everything on to the API, but the first payload fails, and the others wait until the command has seen that.
  const pass = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    const [, id] = /payloads\/(\d+)\/replay/.exec(request.url ?? '') ?? [];
    if (id !== undefined) asked.push(Number(id));
    if (Number(id) === first) return void response.writeHead(503).end();
    if (id !== undefined) await goOn.promise;
    const answer = await fetch(`${url}${request.url}`);
    response.writeHead(answer.status, { 'content-type': 'application/json' }).end(await answer.text());
  };
  const door = createServer((request, response) => void pass(request, response));
  await once(door.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void door.close());
  const { port } = door.address() as AddressInfo;
  const replay = startProgram('cli/main.ts', ['replay', '--dry-run'], {
    CRAWLCHAIN_URL: `http://127.0.0.1:${port}`,
  });
  await expect.poll(() => replay.sofar.stderr, { timeout: 60_000 }).toContain(`payload ${first}: `);
  goOn.resolve();
  const { code, stdout, stderr } = await replay.finished;
  expect(code).toBe(1);
  // These payloads have no files.
  expect(stderr).toMatch(new RegExp(`^payload ${fourth}: .*there is no such file`, 'm'));
  expect(stdout).toMatch(/^payloads: 4, failed: 4; stopped early: no further payload was begun\n$/);
  expect(asked.toSorted((one, other) => one - other)).toEqual([first, second, third, fourth]);
});

test('a replay without a worker says what it waits for, and ends when a person does not', async () => {
  const { db } = await createTestDatabase();
  const { client } = await createTestNamespace();
  const { url: CRAWLCHAIN_URL } = await startApiServer({ db, client, isFollowed: false });
  const run = await beginRun(db);
  const { payload } = await ingest(db, run, { fetchedAt: day(1), products: [] });
  const replay = startProgram('cli/main.ts', ['replay', '--all'], { CRAWLCHAIN_URL });
  const workflowId = `refresh/${payload.id}`;
  await expect
    .poll(() => replay.sofar.stderr, { timeout: 60_000 })
    .toContain(`${workflowId}: waits for a worker: none serves the queue \`${WORKFLOW_QUEUE}\``);
  replay.signal('SIGINT');
  const { code, stdout, stderr } = await replay.finished;
  expect([code, stdout]).toEqual([130, '']);
  expect(stderr).toMatch(/\nNo longer waiting: an ingest that has started goes on; .*\n$/);
  expect((await client.workflow.getHandle(workflowId).describe()).status.name).toBe('RUNNING');
});
