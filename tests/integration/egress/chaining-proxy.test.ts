import { createSocket } from 'node:dgram';
import { once } from 'node:events';
import { request } from 'node:http';
import { expect, onTestFinished, test } from 'vitest';
import type { AddressPolicy } from '../../../egress/address-guard.ts';
import { startChainingProxy } from '../../../egress/chaining-proxy.ts';
import { processesOf } from '../../support/browser-processes.ts';
import { startBrowserSite, startTripwire } from '../../support/browser-site.ts';
import { openBrowser } from '../../support/open-browser.ts';

/** Starts a UDP socket that counts datagrams. */
async function startUdpTripwire(): Promise<{ port: number; visits(): number }> {
  const socket = createSocket('udp4');
  let visits = 0;
  socket.on('message', () => (visits += 1));
  socket.bind(0, '127.0.0.1');
  await once(socket, 'listening');
  onTestFinished(() => void socket.close());
  return { port: socket.address().port, visits: () => visits };
}

test('nothing of a page leaves but through the proxy: no loopback, no private address, no UDP, no name looked up', async () => {
  const tripwire = await startTripwire();
  const udp = await startUdpTripwire();
  const escapes = `
    const gathered = new Promise((done) => {
      const peer = new RTCPeerConnection({ iceServers: [{ urls: 'stun:127.0.0.1:${udp.port}' }] });
      peer.createDataChannel('x');
      peer.onicegatheringstatechange = () => peer.iceGatheringState === 'complete' && done();
      peer.createOffer().then((offer) => peer.setLocalDescription(offer));
    });
    const tries = [
      ...['http://127.0.0.1:${tripwire.port}/', 'http://localhost:${tripwire.port}/', 'https://127.0.0.1:${tripwire.port}/',
        'https://localhost:${tripwire.port}/', 'https://10.0.0.1/', 'https://169.254.169.254/latest', 'https://[::1]:${tripwire.port}/',
        'https://cdn.public-site.com/app.js']
        .map((url) => fetch(url, { mode: 'no-cors' })),
      new Promise((done) => { const socket = new WebSocket('wss://127.0.0.1:${tripwire.port}/'); socket.onerror = done; socket.onopen = done; }),
      gathered,
    ];
    Promise.allSettled(tries).then(() => fetch('/done'));`;
  const site = await startBrowserSite((_request, response) => {
    response.setHeader('content-type', 'text/html');
    response.end(`<!DOCTYPE html><title>Menu</title><script>${escapes}</script>`);
  });
  await openBrowser(site.proxy, {
    pageUrl: 'https://store.test/menu',
    exitAddressUrl: 'https://echo.test/',
    trustedSpki: site.caSpkiSha256,
    tools: {
      addressPolicy: {
        allowedPrivateHosts: ['*.test'],
        resolveHost: async () => [{ address: '93.184.215.14', family: 4 }],
      },
    },
  });
  const isOver = (): boolean => udp.visits() > 0 || site.seen.some(({ url }) => url === '/done');
  await expect.poll(isOver, { timeout: 20_000 }).toBe(true);
  expect(tripwire.visits()).toBe(0);
  expect(udp.visits()).toBe(0);
  // The proxy resolves the names. Requests to private addresses or over plain HTTP never reach it.
  expect([...new Set(site.tunnels)].toSorted()).toEqual([
    'cdn.public-site.com:443',
    'echo.test:443',
    'store.test:443',
  ]);
});

/** Starts the local end of a proxy. @returns a function that sends a CONNECT request and returns the status of the answer */
async function startChain(policy: AddressPolicy) {
  const site = await startBrowserSite((_request, response) => response.end('{}'));
  const chain = await startChainingProxy(site.proxy, policy);
  onTestFinished(() => chain.close());
  const connectWith = async (text: string | null, path: string): Promise<number> => {
    const [host, port] = chain.address.split(':');
    const headers =
      text === null ? {} : { 'proxy-authorization': `Basic ${Buffer.from(text).toString('base64')}` };
    const tunnel = request({ host, port, method: 'CONNECT', path, headers });
    tunnel.end();
    const [answer, socket] = (await once(tunnel, 'connect')) as [{ statusCode: number }, { destroy(): void }];
    socket.destroy();
    return answer.statusCode;
  };
  return { site, chain, connectWith, known: `${chain.username}:${chain.password}` };
}

test('the local end of the proxy serves nobody without its password, which stands on no command line', async () => {
  const { site, chain, connectWith, known } = await startChain({ allowedPrivateHosts: ['*.test'] });
  expect(await connectWith(null, 'store.test:443')).toBe(407);
  expect(await connectWith(`${chain.username}:guess`, 'store.test:443')).toBe(407);
  expect(site.tunnels).toEqual([]);
  expect(await connectWith(known, 'store.test:443')).toBe(200);
  expect(site.tunnels).toEqual(['store.test:443']);
  expect(await connectWith(known, '127.0.0.1:22')).toBe(403);
  expect(await connectWith(known, '192.168.1.1:443')).toBe(403);
  expect(site.tunnels).toHaveLength(1);
});

test('a tunnel to a host that is written in another way than it is judged is refused', async () => {
  const { site, connectWith, known } = await startChain({});
  expect(await connectWith(known, '0127.0.0.1:443')).toBe(403);
  expect(await connectWith(known, '134744072:443')).toBe(403);
  expect(site.tunnels).toEqual([]);
});

test('a public name that leads to a private address is refused, and one that is not known here is left to the proxy', async () => {
  const addresses: Record<string, string[]> = {
    'inside.public-site.com': ['10.0.0.8'],
    'half.public-site.com': ['93.184.215.14', '10.0.0.8'],
    'outside.public-site.com': ['93.184.215.14'],
  };
  const { site, connectWith, known } = await startChain({
    resolveHost: async (host) => {
      const found = addresses[host];
      if (found === undefined) throw new Error(`getaddrinfo ENOTFOUND ${host}`);
      return found.map((address) => ({ address, family: 4 }));
    },
  });
  expect(await connectWith(known, 'inside.public-site.com:443')).toBe(403);
  expect(await connectWith(known, 'half.public-site.com:443')).toBe(403);
  expect(site.tunnels).toEqual([]);
  expect(await connectWith(known, 'outside.public-site.com:443')).toBe(200);
  expect(await connectWith(known, 'unknown.public-site.com:443')).toBe(200);
  expect(site.tunnels).toEqual(['outside.public-site.com:443', 'unknown.public-site.com:443']);
});

test('a name whose lookup hangs is given up', async () => {
  const { site, connectWith, known } = await startChain({ resolveHost: () => new Promise(() => undefined) });
  expect(await connectWith(known, 'slow.public-site.com:443')).toBe(504);
  expect(site.tunnels).toEqual([]);
});

test('no process of a browser carries a proxy’s password or our environment', async () => {
  const canary = 'canary-8c1d';
  process.env['CANARY'] = canary;
  const site = await startBrowserSite((_request, response) => response.end('{}'));
  const { root } = await openBrowser(site.proxy, {
    pageUrl: 'https://store.test/menu',
    exitAddressUrl: 'https://echo.test/',
    trustedSpki: site.caSpkiSha256,
  });
  const browsers = processesOf(root);
  expect(browsers.length).toBeGreaterThan(1);
  for (const { commandLine } of browsers) {
    expect(commandLine).not.toContain(canary);
    expect(commandLine).not.toContain(site.proxy.password!);
    expect(commandLine).not.toContain(encodeURIComponent(site.proxy.password!));
    expect(commandLine).not.toContain(`:${site.proxy.port}`);
  }
});
