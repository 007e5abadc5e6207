import { createServer, type ServerHttp2Stream } from 'node:http2';
import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { Connection } from '@temporalio/client';
import { expect, onTestFinished, test } from 'vitest';
import { HEDGED_SCHEDULES } from '../../../temporal-client/hedge-schedules.ts';

const NOT_FOUND = 5;

/** Starts a frontend that answers only when the test says so, and connects a client's schedule service to it. */
async function createSilentFrontend() {
  const requested: ServerHttp2Stream[] = [];
  const mode = { answersAtOnce: false };
  const server = createServer().on('stream', (stream) => {
    requested.push(stream.resume());
    if (mode.answersAtOnce) answer(stream);
  });
  await once(server.listen(0, '127.0.0.1'), 'listening');
  const { port } = server.address() as AddressInfo;
  const connection = Connection.lazy({ address: `127.0.0.1:${port}`, channelArgs: HEDGED_SCHEDULES });
  onTestFinished(async () => {
    await connection.close();
    server.close();
  });
  const describe = (scheduleId: string) => connection.workflowService.describeSchedule({ scheduleId });
  return {
    requested,
    mode,
    describe,
    askedOf: (count: number) => expect.poll(() => requested.length, { timeout: 20_000 }).toBe(count),
  };
}

/** Answers a call with an empty message, or with an error if the status is not 0. */
function answer(stream: ServerHttp2Stream | undefined, status = 0): void {
  stream?.respond({ ':status': 200, 'content-type': 'application/grpc' }, { waitForTrailers: true });
  stream?.on('wantTrailers', () => stream.sendTrailers({ 'grpc-status': String(status) }));
  stream?.end(status === 0 ? Buffer.alloc(5) : undefined);
}

test('the description of a schedule that is late is asked for again, once, and the first answer counts', async () => {
  const { requested, mode, describe, askedOf } = await createSilentFrontend();
  const description = describe('late');
  await askedOf(2);
  answer(requested[1]);
  await expect(description).resolves.toBeDefined();
  mode.answersAtOnce = true;
  await expect(describe('in time')).resolves.toBeDefined();
  expect(requested).toHaveLength(3);
});

test('a refusal of either request is an answer', async () => {
  const { requested, describe, askedOf } = await createSilentFrontend();
  const description = describe('gone').catch((error: unknown) => error);
  await askedOf(2);
  answer(requested[1], NOT_FOUND);
  expect(await description).toMatchObject({ code: NOT_FOUND });
});
