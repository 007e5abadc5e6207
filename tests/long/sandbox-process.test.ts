import { spawn } from 'node:child_process';
import type { ChildProcessWithoutNullStreams } from 'node:child_process';
import { once } from 'node:events';
import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { createServer } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { SandboxInfo } from '../../sandbox/start-sandbox.ts';

const MAIN = fileURLToPath(new URL('../../sandbox/main.ts', import.meta.url));

let folder: string;
const children = new Set<ChildProcessWithoutNullStreams>();

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'sandbox-process-'));
});
afterEach(async () => {
  for (const child of children) child.kill('SIGKILL');
  children.clear();
  await rm(folder, { recursive: true });
});

function launch(...flags: string[]): ChildProcessWithoutNullStreams {
  const child = spawn(process.execPath, [MAIN, '--state-dir', join(folder, 'state'), ...flags]);
  children.add(child);
  return child;
}

async function ready(child: ChildProcessWithoutNullStreams): Promise<SandboxInfo> {
  let text = '';
  for await (const chunk of child.stdout) {
    text += String(chunk);
    if (text.endsWith('\n')) return JSON.parse(text) as SandboxInfo;
  }
  throw new Error(`Expected a ready line, got ${text}.`);
}

async function outcome(
  child: ChildProcessWithoutNullStreams,
): Promise<{ code: number | null; stdout: string; stderr: string }> {
  const said = { stdout: '', stderr: '' };
  child.stdout.on('data', (chunk) => (said.stdout += String(chunk)));
  child.stderr.on('data', (chunk) => (said.stderr += String(chunk)));
  const [code] = (await once(child, 'close')) as [number | null];
  return { code, ...said };
}

const unlisted = { storefrontUrl: '', controlUrl: '', proxies: [] };
const small = ['--seed', '4', '--dispensaries', '2', '--products', '20'];

async function stop(child: ChildProcessWithoutNullStreams): Promise<number | null> {
  child.kill('SIGTERM');
  const [code] = (await once(child, 'exit')) as [number | null];
  return code;
}

describe('the sandbox process', () => {
  it('prints one JSON line when ready, and exits with 0 on SIGTERM', async () => {
    const child = launch(...small);
    const info = await ready(child);
    expect(info).toMatchObject({
      ready: true,
      dispensaries: 2,
      graphqlUrl: 'https://dutchie.sandbox.test/api-3/graphql',
    });
    expect(info.proxies.map((proxy) => proxy.protocol)).toEqual(['http', 'https', 'socks5']);
    expect(info.proxies[0]?.password).toMatch(/@.*:.*\/.*%/);
    expect(await readFile(info.caFile, 'utf8')).toContain('BEGIN CERTIFICATE');
    expect(await stop(child)).toBe(0);
  });

  it('goes on where it stopped: same ports, same authority, same pass', async () => {
    const first = launch(...small);
    const before = await ready(first);
    await fetch(`${before.controlUrl}/control/evolve`, { method: 'POST' });
    const authority = await readFile(before.caFile, 'utf8');
    await stop(first);
    const second = launch(...small);
    const after = await ready(second);
    const ports = (info: SandboxInfo) => [
      info.storefrontUrl,
      info.controlUrl,
      ...info.proxies.map((proxy) => proxy.port),
    ];
    // Between the two runs, another program may take one of the ports, but hardly most of them.
    expect(ports(after).filter((port) => ports(before).includes(port)).length).toBeGreaterThanOrEqual(3);
    expect({ ...after, ...unlisted }).toEqual({ ...before, ...unlisted });
    expect(await readFile(after.caFile, 'utf8')).toBe(authority);
    expect(await (await fetch(`${after.controlUrl}/control/truth`)).json()).toMatchObject({ pass: 1 });
  });

  it('starts at pass 0 for another seed', async () => {
    const first = launch(...small);
    await fetch(`${(await ready(first)).controlUrl}/control/evolve`, { method: 'POST' });
    await stop(first);
    const second = await ready(launch('--seed', '5', '--dispensaries', '2', '--products', '20'));
    expect(await (await fetch(`${second.controlUrl}/control/truth`)).json()).toMatchObject({ pass: 0 });
  });

  it('takes a free port when another program has the kept one', async () => {
    const first = launch(...small);
    const before = await ready(first);
    await stop(first);
    const port = before.proxies[0]?.port ?? 0;
    const squatter = createServer().listen(port, '127.0.0.1');
    await once(squatter, 'listening');
    const after = await ready(launch(...small));
    expect(after.proxies[0]?.port).not.toBe(port);
    expect(after.proxies[1]?.port).toBe(before.proxies[1]?.port);
    squatter.close();
  });

  it('stops when its standard input ends, if asked to', async () => {
    const child = launch(...small, '--exit-with-stdin');
    await ready(child);
    child.stdin.end();
    expect(await once(child, 'exit')).toEqual([0, null]);
  });

  it('refuses a bad flag with one line and exit code 2', async () => {
    const { code, stdout, stderr } = await outcome(launch('--seed', 'lots'));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^sandbox: Expected --seed to be a whole number.*\n$/);
  });

  it('refuses captures it cannot read with one line and exit code 2, and serves nothing', async () => {
    const captures = join(folder, 'captures');
    await mkdir(captures);
    await writeFile(join(captures, 'wrong.json'), '{"menu":[]}');
    const { code, stdout, stderr } = await outcome(launch('--captures', captures));
    expect([code, stdout]).toEqual([2, '']);
    expect(stderr).toMatch(/^sandbox: .*wrong\.json.*\n$/);
  });

  it('serves only captures when given some, and says which files it passed over', async () => {
    const captures = join(folder, 'captures');
    await mkdir(captures);
    const product = {
      _id: 'p1',
      Name: 'Yuzu',
      DispensaryID: 'k3ekt2e7rH5pspyQw',
      Options: ['1g'],
      Prices: [9],
    };
    await writeFile(
      join(captures, 'north-shop.json'),
      JSON.stringify({ data: { getPersonalizedProducts: { products: [product] } } }),
    );
    await writeFile(join(captures, 'taxes.json'), JSON.stringify({ data: { taxes: [] } }));
    const child = launch('--captures', captures);
    const notes = once(child.stderr, 'data');
    const info = await ready(child);
    expect(info.dispensaries).toBe(1);
    expect(String((await notes)[0])).toContain('taxes.json');
    const truth = await (await fetch(`${info.controlUrl}/control/truth`)).json();
    expect(truth).toMatchObject({
      dispensaries: [
        { slug: 'north-shop', platformId: product.DispensaryID, products: [{ id: 'p1', priceRec: 9 }] },
      ],
    });
  });
});
