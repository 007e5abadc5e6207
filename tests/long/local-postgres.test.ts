import { chmod, mkdir, readdir, readFile, stat, writeFile } from 'node:fs/promises';
import { connect } from 'node:net';
import { join } from 'node:path';
import { Client } from 'pg';
import { describe, expect, it, onTestFinished, vi } from 'vitest';
import { startPostgres, type PostgresServer } from '../../local/postgres.ts';
import { createProcessGroup } from '../../local/process-group.ts';
import { endOldBackends } from '../../local/postgres-backends.ts';
import { findPostgresHome, removePostgresData } from '../../local/postgres-home.ts';
import { countBusyBackends, keepBackendsBusy } from '../support/busy-backends.ts';
import {
  expectGone,
  killAndCollect,
  makeGroup,
  makeTemporaryDir,
  startOwner,
} from '../integration/local/running-owner.ts';

async function ask<Row extends object>(url: string, sql: string): Promise<Row[]> {
  const client = new Client(url);
  client.on('error', () => {});
  await client.connect();
  try {
    return (await client.query<Row>(sql)).rows;
  } finally {
    await client.end();
  }
}

function untilBusy(url: string, count: number): Promise<void> {
  return expect
    .poll(() => countBusyBackends(url), { timeout: 30_000, interval: 50 })
    .toBeGreaterThanOrEqual(count);
}

function start(dataDir: string): Promise<PostgresServer> {
  return startPostgres({ dataDir, group: makeGroup(), durable: false });
}

async function makeDataDir(): Promise<string> {
  return join(await makeTemporaryDir(), 'postgres');
}

describe('the local PostgreSQL', { timeout: 60_000 }, () => {
  it('keeps its data, its password and its preferred port over a restart', async () => {
    const dataDir = await makeDataDir();
    const first = await start(dataDir);
    await ask(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await startPostgres({
      dataDir,
      group: makeGroup(),
      durable: false,
      preferredPort: first.port,
    });
    expect(second.url).toBe(first.url);
    expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('speaks UTF-8, keeps checksums and time in UTC, and admits nobody without the password', async () => {
    const { url } = await start(await makeDataDir());
    const settings = await ask<{ name: string; setting: string }>(
      url,
      `select name, setting from pg_settings where name in ('server_encoding', 'data_checksums', 'TimeZone', 'listen_addresses')`,
    );
    expect(Object.fromEntries(settings.map(({ name, setting }) => [name, setting]))).toEqual({
      server_encoding: 'UTF8',
      data_checksums: 'on',
      TimeZone: 'UTC',
      listen_addresses: '127.0.0.1',
    });
    expect(await ask(url, `select upper('ä') as letter`)).toEqual([{ letter: 'Ä' }]);
    const wrong = new URL(url);
    wrong.password = 'wrong';
    await expect(ask(wrong.href, 'select 1')).rejects.toThrow('password authentication failed');
  });

  it('keeps its password to its owner', async () => {
    const dataDir = await makeDataDir();
    await start(dataDir);
    expect((await stat(join(dataDir, 'password'))).mode & 0o777).toBe(0o600);
  });

  it('ends with an owner that is killed outright, and recovers what was committed', async () => {
    const dataDir = await makeDataDir();
    const owner = await startOwner('postgres', dataDir);
    await ask(owner.said.url!, 'create table kept as select 42 as answer');
    await killAndCollect(owner.process);
    // The next server is started at once, while the old one may still be stopping.
    const next = await start(dataDir);
    await expectGone(owner.said.pids!);
    expect(await ask(next.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
  });

  it('starts again at the same address when the server is killed, and says so', async () => {
    const lines: string[] = [];
    const group = createProcessGroup({ tell: (line) => void lines.push(line) });
    onTestFinished(() => group.killAll());
    const dataDir = await makeDataDir();
    const server = await startPostgres({ dataDir, group, durable: false });
    await ask(server.url, 'create table kept as select 42 as answer');
    const before = server.process.pid!;
    process.kill(before, 'SIGKILL');
    await vi.waitFor(
      async () => expect(await ask(server.url, 'select answer from kept')).toEqual([{ answer: 42 }]),
      {
        timeout: 20_000,
        interval: 50,
      },
    );
    expect(server.process.pid).not.toBe(before);
    expect(lines).toEqual([
      expect.stringMatching(
        /^The process of PostgreSQL ended \(SIGKILL\) and is started again; its log is .+postgres\.log$/,
      ),
    ]);
  });

  it('outlasts kills in a row while its backends are busy', async () => {
    const server = await start(await makeDataDir());
    keepBackendsBusy(server.url, 3);
    for (let kill = 0; kill < 4; kill += 1) {
      await untilBusy(server.url, 3);
      const before = server.process.pid!;
      process.kill(before, 'SIGKILL');
      await vi.waitFor(() => expect(server.process.pid).not.toBe(before), { timeout: 30_000, interval: 20 });
    }
    await untilBusy(server.url, 3);
  });

  it('starts in the folder of a server that has left busy backends behind', async () => {
    const dataDir = await makeDataDir();
    const owner = await startOwner('postgres', dataDir);
    keepBackendsBusy(owner.said.url!, 2);
    await untilBusy(owner.said.url!, 2);
    // The owner is killed first, so that nothing cleans up after the servers.
    await killAndCollect(owner.process);
    for (const pid of owner.said.pids!) process.kill(pid, 'SIGKILL');
    const next = await start(dataDir);
    expect(await ask(next.url, 'select 1 as one')).toEqual([{ one: 1 }]);
  });

  it('waits for no memory of another server that got the number of its own', async () => {
    const dataDir = await makeDataDir();
    await start(dataDir);
    const { clusterDir } = await findPostgresHome(dataDir);
    const lines = (await readFile(join(clusterDir, 'postmaster.pid'), 'utf8')).split('\n');
    const [key, number] = lines[6]!.trim().split(/\s+/);
    const stale = await makeTemporaryDir();
    const status = lines.with(6, `${Number(key) + 1} ${number}`).join('\n');
    await writeFile(join(stale, 'postmaster.pid'), status);
    expect(await endOldBackends(stale)).toBe(true);
  });

  it('tells the second instance who uses the folder', async () => {
    const dataDir = await makeDataDir();
    const owner = await startOwner('postgres', dataDir);
    await expect(start(dataDir)).rejects.toThrow(`in use by another running instance (process ${owner.pid})`);
  });

  it('takes another port when the preferred one is in use', async () => {
    const first = await start(await makeDataDir());
    const second = await startPostgres({
      dataDir: await makeDataDir(),
      group: makeGroup(),
      durable: false,
      preferredPort: first.port,
    });
    expect(second.port).not.toBe(first.port);
    const socket = connect(first.port, '127.0.0.1');
    await new Promise((resolve) => socket.once('connect', resolve));
    socket.destroy();
  });

  it('refuses a cluster of another version and says what to do', async () => {
    const dataDir = await makeDataDir();
    await (await start(dataDir)).stop();
    await writeFile(join(dataDir, 'cluster', 'PG_VERSION'), '17\n');
    await expect(start(dataDir)).rejects.toThrow(
      /was made by PostgreSQL 17, and this is PostgreSQL 18\. Move .* away/,
    );
  });

  it('shows the server’s last lines when it does not start, and frees the folder', async () => {
    const dataDir = await makeDataDir();
    await (await start(dataDir)).stop();
    const settings = join(dataDir, 'cluster', 'postgresql.conf');
    const before = await readFile(settings, 'utf8');
    await writeFile(settings, `${before}\nno_such_setting = 1\n`);
    await expect(start(dataDir)).rejects.toThrow(/did not start[^]*no_such_setting/);
    await writeFile(settings, before);
    await start(dataDir);
  });

  it('begins anew after an initdb that was interrupted', async () => {
    const dataDir = await makeDataDir();
    await mkdir(join(dataDir, 'cluster.new-interrupted'), { recursive: true });
    await chmod(dataDir, 0o711);
    await writeFile(join(dataDir, 'cluster.new-interrupted', 'PG_VERSION'), '18\n');
    await start(dataDir);
    expect(await readdir(dataDir)).not.toContain('cluster.new-interrupted');
  });

  it.runIf(process.getuid?.() === 0)('runs for root below a folder that others may not enter', async () => {
    const closed = join(await makeTemporaryDir(), 'closed');
    await mkdir(closed, { mode: 0o700 });
    const dataDir = join(closed, 'postgres');
    onTestFinished(() => removePostgresData(dataDir));
    const first = await start(dataDir);
    await ask(first.url, 'create table kept as select 42 as answer');
    await first.stop();
    const second = await start(dataDir);
    expect(await ask(second.url, 'select answer from kept')).toEqual([{ answer: 42 }]);
    await second.stop();
    expect((await stat(closed)).mode & 0o777).toBe(0o700);
  });
});
