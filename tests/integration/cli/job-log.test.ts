import { once } from 'node:events';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { expect, onTestFinished, test } from 'vitest';
import { runProgram } from '../../support/run-program.ts';

const lineOf = (run: string, number: number) => ({
  number,
  attempt: 1,
  at: '2026-01-31T08:00:00.000Z',
  line: `${run} ${number}`,
});

/** Starts an API that has one job, which is retried between the two reads of its second round. */
async function startApi(): Promise<string> {
  let jobsRead = 0;
  const server = createServer((request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '', 'http://localhost');
    const isLog = pathname.endsWith('/log');
    if (!isLog) jobsRead += 1;
    const isRetried = jobsRead > 2 || (jobsRead === 2 && isLog);
    const run = isRetried ? 'second' : 'first';
    const after = Number(searchParams.get('after'));
    const items = (isRetried ? [1, 2, 3] : [1, 2]).filter((number) => number > after);
    const log = {
      items: items.map((number) => lineOf(run, number)),
      next_cursor: null,
      dropped: 0,
      run_id: run,
    };
    const job = { id: 'one', run_id: run, status: isRetried ? 'completed' : 'running' };
    response.writeHead(200, { 'content-type': 'application/json' }).end(JSON.stringify(isLog ? log : job));
  }).listen(0, '127.0.0.1');
  onTestFinished(() => void server.close());
  await once(server, 'listening');
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

test('a log that is followed has each line once, also when the job is retried between two reads', async () => {
  const CRAWLCHAIN_URL = await startApi();
  const { code, stdout } = await runProgram('cli/main.ts', ['jobs', 'log', 'one', '--follow'], {
    CRAWLCHAIN_URL,
  });
  const said = stdout
    .trim()
    .split('\n')
    .map((line) => line.slice(line.indexOf(' ') + 1));
  expect([code, said]).toEqual([0, ['first 1', 'first 2', 'second 1', 'second 2', 'second 3']]);
});
