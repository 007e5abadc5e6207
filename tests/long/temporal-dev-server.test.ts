import { Client, Connection } from '@temporalio/client';
import { join } from 'node:path';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { findTemporalBinary } from '../../local/temporal-binary.ts';
import { startTemporalDevServer, type TemporalDevServerOptions } from '../../local/temporal-dev-server.ts';
import { expectGone, makeGroup, makeTemporaryDir, startOwner } from '../integration/local/running-owner.ts';

async function options(more: Partial<TemporalDevServerOptions> = {}): Promise<TemporalDevServerOptions> {
  const { path: binaryPath } = await findTemporalBinary({ env: process.env });
  return {
    binaryPath,
    dataDir: null,
    group: makeGroup(),
    namespaces: ['crawlchain'],
    searchAttributes: { Role: 'Keyword' },
    dynamicConfig: { 'limit.maxIDLength': 255 },
    ...more,
  };
}

async function connectClient(address: string): Promise<Client> {
  const connection = await Connection.connect({ address });
  onTestFinished(() => connection.close());
  return new Client({ connection, namespace: 'crawlchain' });
}

function startWorkflow(client: Client, workflowId: string): Promise<unknown> {
  return client.workflow.start('anything', { workflowId, taskQueue: 'nobody' });
}

describe('the local Temporal server', { timeout: 300_000 }, () => {
  it('takes work in its namespaces as soon as it has started, with its dynamic values', async () => {
    const server = await startTemporalDevServer(await options({ webUi: {} }));
    const client = await connectClient(server.address);
    await startWorkflow(client, 'crawl/1');
    await expect(startWorkflow(client, 'x'.repeat(256))).rejects.toMatchObject({
      cause: { details: expect.stringContaining('length') },
    });
    expect((await fetch(server.webUiUrl!)).status).toBe(200);
    await server.stop();
    await expectGone([server.process.pid!]);
    await expect(fetch(server.webUiUrl!)).rejects.toThrow('fetch failed');
  });

  it('keeps workflows over a restart with the same settings', async () => {
    const dataDir = join(await makeTemporaryDir(), 'temporal');
    const first = await startTemporalDevServer(await options({ dataDir, webUi: {} }));
    await startWorkflow(await connectClient(first.address), 'crawl/1');
    await first.stop();
    const second = await startTemporalDevServer(await options({ dataDir }));
    const client = await connectClient(second.address);
    expect((await client.workflow.getHandle('crawl/1').describe()).status.name).toBe('RUNNING');
  });

  it('knows a namespace and a search attribute that are added later', async () => {
    const dataDir = join(await makeTemporaryDir(), 'temporal');
    await (await startTemporalDevServer(await options({ dataDir, namespaces: ['other'] }))).stop();
    const searchAttributes = { Role: 'Keyword', Outcome: 'Keyword' };
    const namespaces = ['other', 'crawlchain'];
    const second = await startTemporalDevServer(await options({ dataDir, namespaces, searchAttributes }));
    const client = await connectClient(second.address);
    expect(await client.workflow.count('Outcome = "completed"')).toMatchObject({ count: 0 });
  });

  it('ends with an owner that is killed outright, and goes on with what it held', async () => {
    const dataDir = join(await makeTemporaryDir(), 'temporal');
    const owner = await startOwner('temporal', dataDir);
    await startWorkflow(await connectClient(owner.said.address!), 'crawl/1');
    owner.process.kill('SIGKILL');
    // The next server is started at once, while the old one may still be stopping.
    const next = await startTemporalDevServer(await options({ dataDir }));
    await expectGone(owner.said.pids!);
    const client = await connectClient(next.address);
    expect((await client.workflow.getHandle('crawl/1').describe()).status.name).toBe('RUNNING');
  });

  it('starts again at the same address when it is killed', async () => {
    const dataDir = join(await makeTemporaryDir(), 'temporal');
    const server = await startTemporalDevServer(await options({ dataDir, webUi: {} }));
    const client = await connectClient(server.address);
    await startWorkflow(client, 'crawl/1');
    const before = server.process.pid!;
    process.kill(before, 'SIGKILL');
    await expectGone([before]);
    await vi.waitFor(() => client.workflow.getHandle('crawl/1').describe(), {
      timeout: 30_000,
      interval: 100,
    });
    expect(server.process.pid).not.toBe(before);
    expect((await fetch(server.webUiUrl!)).status).toBe(200);
  });

  it('tells the second instance who uses the folder', async () => {
    const dataDir = join(await makeTemporaryDir(), 'temporal');
    const owner = await startOwner('temporal', dataDir);
    const starting = startTemporalDevServer(await options({ dataDir }));
    await expect(starting).rejects.toThrow(`in use by another running instance (process ${owner.pid})`);
  });

  it('refuses a type of search attribute that the server does not have', async () => {
    const starting = startTemporalDevServer(await options({ searchAttributes: { Role: 'Word' } }));
    await expect(starting).rejects.toThrow(
      'Search attribute Role has the type Word; the server knows Text, Keyword,',
    );
  });

  it('shows the server’s last lines when it does not start', async () => {
    const starting = startTemporalDevServer(
      await options({ namespaces: ['a bad,name'], dynamicConfig: { 'no=': 1 } }),
    );
    await expect(starting).rejects.toThrow(/did not start[^]*dynamic config/);
  });
});
