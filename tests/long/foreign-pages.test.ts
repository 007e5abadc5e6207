import { execFile } from 'node:child_process';
import { cp } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { Client, Connection } from '@temporalio/client';
import { describe, expect, it, onTestFinished } from 'vitest';
import { freePort, PORTS_BLOCKED_IN_BROWSERS } from '../../local/ports.ts';
import { findTemporalBinary } from '../../local/temporal-binary.ts';
import { startTemporalDevServer } from '../../local/temporal-dev-server.ts';
import { waitUntilTemporalServes } from '../../local/temporal-readiness.ts';
import { startSandbox } from '../../sandbox/start-sandbox.ts';
import { PROJECT_ROOT, readProjectFile } from '../architecture/source-files.ts';
import { readDevServerConfig } from '../../scripts/start/dev-server-config.ts';
import {
  openForeignPage,
  openHiddenPage,
  sendFromOwnPage,
  type ForeignPage,
} from '../support/foreign-page.ts';
import { makeGroup, makeTemporaryDir } from '../integration/local/running-owner.ts';

declare const document: { body: { textContent: string } };

const NAMESPACE = 'crawlchain';
const WORKFLOWS = `/api/v1/namespaces/${NAMESPACE}/workflows`;
const START = JSON.stringify({ workflowType: { name: 'anything' }, taskQueue: { name: 'nobody' } });

async function connectClient(address: string): Promise<Client> {
  const connection = await Connection.connect({ address });
  onTestFinished(() => connection.close());
  return new Client({ connection, namespace: NAMESPACE });
}

/** Whether the workflow exists. */
function exists(client: Client, workflowId: string): Promise<boolean> {
  return client.workflow
    .getHandle(workflowId)
    .describe()
    .then(
      () => true,
      () => false,
    );
}

/** Tries to start a workflow from a foreign page, directly and by DNS rebinding. */
async function attack(
  page: ForeignPage,
  { client, port, name }: { client: Client; port: number; name: string },
) {
  const [foreign, rebound] = [`foreign-${name}`, `rebound-${name}`];
  const sent = await page.sendTo(port, { path: `${WORKFLOWS}/${foreign}`, body: START });
  const started = await page.sendRebound(port, { path: `${WORKFLOWS}/${rebound}`, body: START });
  const listed = await page.sendRebound(port, { method: 'GET', path: WORKFLOWS });
  return {
    answers: { sent, started, listed },
    foreign: await exists(client, foreign),
    rebound: await exists(client, rebound),
    reads: listed.startsWith('200'),
  };
}

/** Starts the Temporal server as the `temporal` command does by default. */
async function startPlainServer() {
  const { path: command } = await findTemporalBinary({ env: process.env });
  const [frontend, ui, http] = [await freePort(), await freePort(), await freePort()];
  const ports = ['--port', String(frontend), '--ui-port', String(ui), '--http-port', String(http)];
  makeGroup().start({
    name: 'Temporal',
    command,
    args: ['server', 'start-dev', '--ip', '127.0.0.1', '--namespace', NAMESPACE, ...ports],
    logFile: join(await makeTemporaryDir(), 'temporal.log'),
  });
  const address = `127.0.0.1:${frontend}`;
  await waitUntilTemporalServes({
    address,
    namespaces: [NAMESPACE],
    searchAttributes: {},
    timeoutMs: 60_000,
    signal: new AbortController().signal,
  });
  return { client: await connectClient(address), ports: { ui, http } };
}

/** Starts the Temporal server as `npm start` does. */
async function startOwnServer() {
  const { path: binaryPath } = await findTemporalBinary({ env: process.env });
  const server = await startTemporalDevServer({
    binaryPath,
    dataDir: null,
    group: makeGroup(),
    namespaces: [NAMESPACE],
    searchAttributes: {},
    dynamicConfig: await readDevServerConfig(),
    webUi: {},
  });
  const { stdout } = await promisify(execFile)('ps', ['-o', 'args=', '-p', String(server.process.pid)]);
  const portOf = (name: string) => Number(new RegExp(`--${name} (\\d+)`).exec(stdout)?.[1]);
  return {
    webUiUrl: server.webUiUrl ?? '',
    client: await connectClient(server.address),
    ports: {
      ui: portOf('ui-port'),
      http: portOf('http-port'),
      metrics: portOf('metrics-port'),
      frontend: portOf('port'),
      door: Number(new URL(server.webUiUrl ?? '').port),
    },
  };
}

/** Starts the proxy (door) of docker-compose.yml with only the files that it gets there. */
async function startComposeDoor(uiPort: number): Promise<number> {
  const service =
    /\n {2}temporal-ui-door:\n([^]*?)\n\n/.exec(readProjectFile('docker-compose.yml'))?.[1] ?? '';
  const folder = await makeTemporaryDir();
  for (const [, from = '', to = ''] of service.matchAll(/'\.\/([\w.-]+):\/app\/([\w.-]+):ro'/g))
    await cp(join(PROJECT_ROOT, from), join(folder, to), { recursive: true });
  const [program = ''] = /scripts\/[\w-]+\.ts/.exec(service) ?? [];
  const places = ['--listen', '127.0.0.1:0', '--upstream', `127.0.0.1:${uiPort}`];
  const { promise, resolve, reject } = Promise.withResolvers<number>();
  makeGroup().start({
    name: 'the door',
    command: process.execPath,
    args: [program, ...places],
    cwd: folder,
    logFile: join(folder, 'door.log'),
    onStdoutLine: (line) => resolve(Number(/:(\d+)$/.exec(line)?.[1])),
    onExit: ({ code }) => reject(new Error(`The door ended with ${code}.`)),
  });
  return promise;
}

describe('a page of another site in a browser of this machine', { timeout: 60_000 }, () => {
  it('starts workflows at a development server that nothing protects', async () => {
    const [page, { client, ports }] = await Promise.all([openForeignPage(), startPlainServer()]);
    const http = await attack(page, { client, port: ports.http, name: 'http' });
    expect(http).toMatchObject({ foreign: true, rebound: true, reads: true });
    // The token of the Web UI stops a page that uses the address, but not a page whose domain leads to this machine. Polls, because on a
    // busy machine the UI's first responses may come too late for the page.
    let tries = 0;
    const attackUi = () => attack(page, { client, port: ports.ui, name: `ui-${(tries += 1)}` });
    await expect
      .poll(attackUi, { timeout: 45_000 })
      .toMatchObject({ foreign: false, rebound: true, reads: true });
  });

  it('starts and reads nothing at any port of the server of npm start, where a person does both', async () => {
    const [page, { client, ports, webUiUrl }] = await Promise.all([openForeignPage(), startOwnServer()]);
    expect(PORTS_BLOCKED_IN_BROWSERS).toContain(ports.ui);
    for (const port of PORTS_BLOCKED_IN_BROWSERS)
      expect(await page.sendRebound(port, { path: '/' })).toContain('ERR_UNSAFE_PORT');
    const composeDoor = await startComposeDoor(ports.ui);
    for (const [name, port] of Object.entries({ ...ports, composeDoor })) {
      const outcome = await attack(page, { client, port, name });
      expect({ name, ...outcome }).toMatchObject({ foreign: false, rebound: false, reads: false });
    }

    const person = await openHiddenPage(page.browser);
    await client.workflow.start('anything', { workflowId: 'crawl/1', taskQueue: 'nobody' });
    await person.goto(`${webUiUrl}/`);
    expect(new URL(person.url()).pathname).toBe(`/namespaces/${NAMESPACE}/workflows`);
    await person.waitForFunction(() => document.body.textContent.includes('crawl/1'), { timeout: 60_000 });
    const started = await sendFromOwnPage(person, { path: `${WORKFLOWS}/by-hand`, body: START });
    expect(started).toMatch(/^200 /);
    // The body is larger than every buffer on the way.
    const input = { payloads: [{ data: Buffer.alloc(1_000_000, 'x').toString('base64') }] };
    const large = JSON.stringify({ ...JSON.parse(START), input });
    expect(await sendFromOwnPage(person, { path: `${WORKFLOWS}/large`, body: large })).toMatch(/^200 /);
    const cancelled = await sendFromOwnPage(person, { path: `${WORKFLOWS}/by-hand/cancel`, body: '{}' });
    expect(cancelled).toMatch(/^200 /);
    const { events } = await client.workflow.getHandle('by-hand').fetchHistory();
    expect(events?.some((event) => event.workflowExecutionCancelRequestedEventAttributes)).toBe(true);
    const listed = await fetch(`http://127.0.0.1:${composeDoor}${WORKFLOWS}`);
    expect(await listed.text()).toContain('crawl/1');
  });

  it('changes nothing in the sandbox', async () => {
    const [page, sandbox] = await Promise.all([
      openForeignPage(),
      startSandbox({ stateDir: await makeTemporaryDir(), dispensaries: 1, products: 1 }),
    ]);
    onTestFinished(() => sandbox.close());
    const { controlUrl, storefrontUrl, proxies } = sandbox.info;
    const rules = JSON.stringify({ rules: [{ match: {}, action: { type: 'hold' } }] });
    for (const url of [controlUrl, storefrontUrl, ...proxies.map(({ port }) => `http://127.0.0.1:${port}`)]) {
      const port = Number(new URL(url).port);
      for (const send of [page.sendTo, page.sendRebound]) {
        await send(port, { path: '/control/evolve' });
        await send(port, { path: '/control/faults', body: rules });
      }
    }
    const truth = await page.sendRebound(Number(new URL(controlUrl).port), { method: 'GET', path: '/' });
    expect(truth).toMatch(/^403 .*Host header is \\"rebound.example:/);
    const status = await (await fetch(controlUrl)).text();
    expect(status).toContain('Pass <b>0</b>');
    expect(status).toContain(' 0 fault rules');
    const evolved = await fetch(`${controlUrl}/control/evolve`, { method: 'POST' });
    expect(await evolved.json()).toEqual({ pass: 1 });
  });
});
