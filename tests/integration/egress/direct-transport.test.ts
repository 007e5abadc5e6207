import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest';
import { chooseProfile } from '../../../domain/browser-profiles.ts';
import type { AddressPolicy, ResolveHost } from '../../../egress/address-guard.ts';
import { startDirectProxy, type DirectProxy } from '../../../egress/direct-proxy.ts';
import type { HttpRequest, HttpResponse } from '../../../egress/http-transport.ts';
import { createWreqTransport } from '../../../egress/wreq-transport.ts';
import { menu } from './misbehaving-site.ts';
import { startTransportWorld, type TransportWorld } from './transport-world.ts';

const LOOPBACK = [{ address: '127.0.0.1', family: 4 }];
const PUBLIC = [{ address: '1.1.1.1', family: 4 }];

let world: TransportWorld;
/** A private server, which no request may reach. */
let privatePort: number;
let reached = 0;

beforeAll(async () => {
  world = await startTransportWorld();
  privatePort = await world.world.tcp((socket) => {
    reached += 1;
    socket.destroy();
  });
});

beforeEach(() => void (reached = 0));

afterAll(() => world.close());

const allowed: AddressPolicy = { allowedPrivateHosts: ['localhost'] };

/** Sends one request without a proxy. */
async function ask(
  url: string,
  addressPolicy: AddressPolicy = allowed,
  request: Partial<HttpRequest> = {},
): Promise<HttpResponse> {
  const identity = { proxy: null, profile: chooseProfile(0) };
  const transport = await createWreqTransport({ identity, addressPolicy });
  try {
    return await transport.send({ method: 'GET', url, headers: [['accept', '*/*']], ...request });
  } finally {
    await transport.close();
  }
}

test('a request without a proxy arrives, over HTTP/1.1 and HTTP/2, and uses no proxy of the environment', async () => {
  for (const name of ['HTTPS_PROXY', 'https_proxy', 'ALL_PROXY'])
    vi.stubEnv(name, `http://127.0.0.1:${privatePort}`);
  for (const origin of [world.secureSite, world.modernSite])
    expect((await ask(`${origin}/gzip`)).body.equals(menu)).toBe(true);
  expect(reached).toBe(0);
});

test('plain http is refused', async () => {
  await expect(
    ask(`${world.site}/menu`, { allowHttp: true, allowedPrivateHosts: ['127.0.0.1'] }),
  ).rejects.toMatchObject({ kind: 'InvalidInput' });
});

test.each<[string, (port: number) => string, ResolveHost]>([
  ['an address', (port) => `https://127.0.0.1:${port}/`, async () => []],
  ['a name', (port) => `https://inside.example.com:${port}/`, async () => LOOPBACK],
  [
    'one of its addresses',
    (port) => `https://both.example.com:${port}/`,
    async () => [...PUBLIC, ...LOOPBACK],
  ],
])('%s that is private is refused before anything is sent', async (_, urlAt, resolveHost) => {
  await expect(ask(urlAt(privatePort), { resolveHost })).rejects.toMatchObject({ kind: 'InvalidInput' });
  expect(reached).toBe(0);
});

test('a name that turns private between the check and the connection is not reached', async () => {
  const answers = [PUBLIC, LOOPBACK];
  const resolveHost: ResolveHost = async () => answers.shift() ?? LOOPBACK;
  await expect(ask(`https://rebind.example.com:${privatePort}/`, { resolveHost })).rejects.toMatchObject({
    kind: 'InvalidInput',
    message: 'Expected an address with a public host, got rebind.example.com, which is at 127.0.0.1',
  });
  expect(answers).toEqual([]);
  expect(reached).toBe(0);
});

test('the connection goes to the address that was checked, and the name is not looked up again', async () => {
  const hosts: string[] = [];
  const resolveHost: ResolveHost = async (host) => {
    hosts.push(host);
    return LOOPBACK;
  };
  const policy = { allowedPrivateHosts: ['feed.example.com'], resolveHost };
  const { port } = new URL(world.secureSite);
  // The site is reached, and its certificate is for another name.
  await expect(ask(`https://feed.example.com:${port}/menu`, policy)).rejects.toMatchObject({
    evidence: { fault: 'certificate' },
  });
  expect(hosts).toEqual(['feed.example.com']);
});

test.each(['/inward', '/inward-by-name'])('a redirect to a private address is refused: %s', async (path) => {
  const resolveHost: ResolveHost = async (host) =>
    host === 'localhost' ? LOOPBACK : [{ address: '10.0.0.8', family: 4 }];
  await expect(ask(`${world.secureSite}${path}`, { ...allowed, resolveHost })).rejects.toMatchObject({
    kind: 'ContractBroken',
    evidence: { fault: 'redirect' },
  });
});

test('a site that cannot be reached is the fault of no proxy', async () => {
  const at = (port: number) => `https://localhost:${port}/`;
  await expect(ask(at(world.deadPort))).rejects.toMatchObject({
    kind: 'UpstreamError',
    message: `Expected an answer from localhost:${world.deadPort}: the connection to the site fails`,
    evidence: { fault: 'connect', detail: 'ECONNREFUSED' },
  });
  await expect(ask(at(privatePort))).rejects.toMatchObject({ kind: 'UpstreamError' });
  const unknown: ResolveHost = () =>
    Promise.reject(Object.assign(new Error('no'), { syscall: 'getaddrinfo', code: 'ENOTFOUND' }));
  await expect(ask('https://nowhere.example.com/', { resolveHost: unknown })).rejects.toMatchObject({
    kind: 'UpstreamError',
    message: 'Expected an answer from nowhere.example.com:443: the name of the site does not resolve',
    evidence: { fault: 'dns', detail: 'ENOTFOUND' },
  });
  await expect(ask(`${world.strangerSite}/menu`)).rejects.toMatchObject({
    evidence: { fault: 'certificate' },
  });
});

test('a limit of bytes holds, and the end of a transport ends its connection to a silent site', async () => {
  await expect(ask(`${world.secureSite}/endless`, allowed, { maxWireBytes: 100_000 })).rejects.toMatchObject({
    kind: 'ContractBroken',
  });
  const ended = Promise.withResolvers<void>();
  const port = await world.world.https((_, response) => {
    response.on('close', ended.resolve);
    response.write('begun');
  }, world.authority.leaf);
  const control = new AbortController();
  const identity = { proxy: null, profile: chooseProfile(0) };
  const transport = await createWreqTransport({ identity, addressPolicy: allowed });
  const begun = Promise.withResolvers<void>();
  const asked = transport.send({
    method: 'GET',
    url: `https://localhost:${port}/`,
    headers: [],
    signal: control.signal,
    onBytes: () => begun.resolve(),
  });
  await begun.promise;
  control.abort(new Error('the run was cancelled'));
  await expect(asked).rejects.toThrow('the run was cancelled');
  await transport.close();
  await expect(ended.promise).resolves.toBeUndefined();
});

/** Requests a tunnel of a local proxy. @returns the first line of its answer */
async function tunnelTo(
  { address, username, password }: DirectProxy,
  target: string,
  authorization = `Basic ${btoa(`${username}:${password}`)}`,
): Promise<string | undefined> {
  const socket = connect(Number(address.split(':')[1]), '127.0.0.1');
  socket.end(
    `CONNECT ${target} HTTP/1.1\r\nhost: ${target}\r\nproxy-authorization: ${authorization}\r\n\r\n`,
  );
  const [answer] = (await once(socket, 'data')) as [Buffer];
  return answer.toString().split('\r\n')[0];
}

test('the local proxy serves nobody without its password, and opens no tunnel to a private address', async () => {
  const proxy = await startDirectProxy({ resolveHost: async () => LOOPBACK });
  const port = proxy.address.split(':')[1];
  const refused = 'HTTP/1.1 502 Bad Gateway';
  for (const host of [
    '127.0.0.1',
    '[::1]',
    '[::ffff:127.0.0.1]',
    '0177.0.0.1',
    '2130706433',
    'a.example.com',
  ])
    expect(await tunnelTo(proxy, `${host}:${privatePort}`)).toBe(refused);
  expect(await tunnelTo(proxy, `user:pass@localhost:${privatePort}`)).toBe(refused);
  expect(await tunnelTo(proxy, 'example.com:443', 'Basic eDp5')).toBe(refused);
  expect(reached).toBe(0);
  const plain = await fetch(`http://127.0.0.1:${port}/`);
  expect(plain.status).toBe(405);
  await proxy.close();
  const again = createServer().listen(Number(port), '127.0.0.1');
  await once(again, 'listening');
  expect((again.address() as AddressInfo).port).toBe(Number(port));
  again.close();
});

test('the local proxy knows why the last hundred targets failed, and no more', async () => {
  const proxy = await startDirectProxy({});
  for (let number = 0; number <= 100; number += 1) await tunnelTo(proxy, `10.0.0.${number}:1`);
  expect(proxy.failureAt('https://10.0.0.0:1/')).toBeUndefined();
  for (const known of [1, 100])
    expect(proxy.failureAt(`https://10.0.0.${known}:1/`)).toMatchObject({ kind: 'InvalidInput' });
  await proxy.close();
});
