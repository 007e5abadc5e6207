import { spawn, type ChildProcess } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readFile, writeFile } from 'node:fs/promises';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { Client, Connection } from '@temporalio/client';
import { expect, onTestFinished, test } from 'vitest';
import { removePostgresData } from '../../local/postgres-home.ts';
import { defaultSchedules } from '../../temporal-config/schedules.ts';
import { makeTemporaryDir } from '../integration/local/running-owner.ts';
import { expectClosed } from '../support/closed-folder.ts';
import { followPage } from '../support/follow-page.ts';
import { openShell } from '../support/open-shell.ts';
import { readPageCommands } from '../support/page-commands.ts';
import { runProgram } from '../support/run-program.ts';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));
const UNSET = { DATABASE_URL: undefined, TEMPORAL_ADDRESS: undefined };

interface Running {
  process: ChildProcess;
  /** The printed address, as `host:port`. */
  address: string;
}

const PAGE = 'run-a-temporal-cluster';

/** Starts `npm run cluster` as its page does; resolves when the program says that everything is up. */
async function start(dataDir: string): Promise<Running> {
  const [written = ''] = await readPageCommands(PAGE);
  const [command, options = ''] = written.split(' -- ');
  expect(command).toBe('npm run cluster');
  const args = [...options.split(' '), '--dispensaries', '2', '--products', '12', '--data-dir', dataDir];
  const child = spawn(process.execPath, ['scripts/cluster.ts', ...args], {
    cwd: ROOT,
    env: { ...process.env, ...UNSET },
    stdio: ['ignore', 'pipe', 'pipe'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  let said = '';
  child.stderr.on('data', (chunk: Buffer) => (said += chunk.toString()));
  for await (const line of createInterface({ input: child.stdout })) {
    said += `${line}\n`;
    const address = /^ {2}Temporal +(\S+)$/m.exec(said)?.[1];
    if (line.startsWith('Ctrl-C') && address !== undefined) return { process: child, address };
  }
  throw new Error(`The cluster did not come up:\n${said}`);
}

async function connect(address: string): Promise<Client> {
  const connection = await Connection.connect({ address });
  onTestFinished(() => connection.close());
  return new Client({ connection, namespace: 'crawlchain' });
}

/** Returns the command lines of running processes that name this folder; on systems other than Linux, none. */
async function processesNaming(folder: string): Promise<string[]> {
  if (process.platform !== 'linux') return [];
  const pids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  const lines = await Promise.all(
    pids.map((pid) => readFile(`/proc/${pid}/cmdline`, 'utf8').catch(() => '')),
  );
  return lines.filter((line) => line.includes(folder));
}

async function interrupt({ process: child }: Running): Promise<void> {
  child.kill('SIGINT');
  const [code] = (await once(child, 'exit')) as [number];
  expect(code).toBe(130);
}

/** Follows what the page says about a cluster that runs. Containers need Docker, which few machines of tests have. */
async function followRest(dataDir: string): Promise<void> {
  const folder = await makeTemporaryDir();
  const list = join(folder, 'proxies.txt');
  await writeFile(list, 'http://ada:secret@proxy.test:8080\n');
  const webUi = createServer((_, response) => response.end('the Web UI'));
  webUi.listen(0, '127.0.0.1');
  await once(webUi, 'listening');
  onTestFinished(() => void webUi.close());
  const { port } = webUi.address() as AddressInfo;
  const shell = openShell({ ...process.env, ...UNSET }, folder);
  let door = '';
  const printed = await followPage(PAGE, {
    values: [
      ['.data/cluster', dataDir],
      ['proxies.txt', list],
      ['127.0.0.1:6669', `127.0.0.1:${port} --listen 127.0.0.1:0`],
    ],
    notRun: /^(npm run cluster|docker) /,
    async run(line) {
      if (!line.startsWith('npm run web-ui-door ')) return shell.run(line);
      const served = await shell.serve(line, /The Web UI is at /);
      [, door = ''] = /The Web UI is at (\S+)/.exec(served.logTail()) ?? [];
      return '';
    },
  });
  expect([...printed.values()][0]).toBe('1 proxies added, 0 updated.\n');
  expect(await (await fetch(door)).text()).toBe('the Web UI');
}

test('a cluster crawls, ends with Ctrl-C, and goes on where it was', { timeout: 600_000 }, async () => {
  const dataDir = join(await makeTemporaryDir(), 'cluster');
  onTestFinished(() => removePostgresData(join(dataDir, 'postgres')));
  const first = await start(dataDir);
  const client = await connect(first.address);

  const { config } = await client.workflowService.describeNamespace({ namespace: 'crawlchain' });
  expect(Number(config?.workflowExecutionRetentionTtl?.seconds)).toBe(7 * 86_400);
  const schedules: string[] = [];
  for await (const { scheduleId } of client.schedule.list()) schedules.push(scheduleId);
  const wished = defaultSchedules({ discoveryStates: [], crawlIntervalHours: 4 }).map(({ id }) => id);
  expect(schedules.sort()).toEqual(wished.sort());

  const discovery = await client.workflow.start('discoverStores', {
    workflowId: 'discover/dutchie/all',
    taskQueue: 'crawlchain',
    args: [{ platform: 'dutchie', states: ['AZ'] }],
  });
  const { newStoreIds } = (await discovery.result()) as { newStoreIds: number[] };
  expect(newStoreIds).not.toEqual([]);
  for (const id of newStoreIds) await client.workflow.getHandle(`crawl/${id}`).result();
  await expectClosed(dataDir);
  await followRest(dataDir);

  const second = await runProgram('scripts/cluster.ts', ['--data-dir', dataDir], UNSET);
  expect(second.stderr).toContain(`in use by another running instance (process ${first.process.pid})`);
  await interrupt(first);
  expect(await processesNaming(dataDir)).toEqual([]);

  const again = await start(dataDir);
  const after = await connect(again.address);
  const chains = await after.workflow.count('WorkflowType = "crawlDispensary" AND Outcome = "completed"');
  expect(chains.count).toBe(newStoreIds.length);
  const [dispensaryId] = newStoreIds;
  const chain = await after.workflow.start('crawlDispensary', {
    workflowId: `crawl/${dispensaryId}`,
    taskQueue: 'crawlchain',
    args: [{ dispensaryId }],
  });
  expect(await chain.result()).toMatchObject({ counts: { skipped: 0 } });
  await interrupt(again);
  expect(await processesNaming(dataDir)).toEqual([]);
});

test('a server that is named is refused: the command runs one of its own', async () => {
  const run = await runProgram('scripts/cluster.ts', [], { ...UNSET, TEMPORAL_ADDRESS: 'localhost:7233' });
  expect(run.code).toBe(2);
  expect(run.stderr).toContain(
    'TEMPORAL_ADDRESS is localhost:7233, and this command runs a server of its own',
  );
});
