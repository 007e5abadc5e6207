import { createServer } from 'node:net';
import { once } from 'node:events';
import { expect, it, onTestFinished } from 'vitest';
import { freePort, returnPort } from '../../../local/ports.ts';

async function listen(host: string): Promise<number> {
  const server = createServer().listen(0, host);
  await once(server, 'listening');
  onTestFinished(() => void server.close());
  return (server.address() as { port: number }).port;
}

it('ports that are asked for at the same time differ', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort()));
  expect(new Set(ports).size).toBe(20);
});

it('a preferred port is given once, and again when it was returned', async () => {
  const preferred = await freePort();
  returnPort(preferred);
  expect(await freePort({ preferred })).toBe(preferred);
  expect(await freePort({ preferred })).not.toBe(preferred);
  returnPort(preferred);
  expect(await freePort({ preferred })).toBe(preferred);
});

it('of several preferred ports the first free one is given', async () => {
  const [used, free] = [await listen('127.0.0.1'), await freePort()];
  returnPort(free);
  expect(await freePort({ preferred: [used, free] })).toBe(free);
});

it.each(['127.0.0.1', '0.0.0.0'])('a port on which someone listens at %s is not given', async (host) => {
  const used = await listen(host);
  expect(await freePort({ preferred: used })).not.toBe(used);
});

it('a port is no higher than wished', async () => {
  const ports = await Promise.all(Array.from({ length: 20 }, () => freePort({ max: 32_767 })));
  expect(new Set(ports).size).toBe(20);
  expect(Math.max(...ports)).toBeLessThanOrEqual(32_767);
});

it('of ports that are named, a free one is given, and an error names them when none is', async () => {
  const [used, free] = [await listen('127.0.0.1'), await freePort()];
  returnPort(free);
  expect(await freePort({ among: [used, free] })).toBe(free);
  await expect(freePort({ among: [used, free] })).rejects.toThrow(
    `None of the ports ${used}, ${free} is free on 127.0.0.1.`,
  );
});
