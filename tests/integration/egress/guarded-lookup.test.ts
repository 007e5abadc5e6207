import { once } from 'node:events';
import { createServer } from 'node:http';
import { connect, type AddressInfo } from 'node:net';
import { Agent, fetch } from 'undici';
import { afterAll, beforeAll, describe, expect, test } from 'vitest';
import type { AddressPolicy } from '../../../egress/address-guard.ts';
import { guardedLookup } from '../../../egress/guarded-lookup.ts';

let requests = 0;
const server = createServer((_request, response) => {
  requests += 1;
  response.end('reached');
});
let port: number;

beforeAll(async () => {
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  port = (server.address() as AddressInfo).port;
});

afterAll(() => void server.close());

/** Names whose addresses change with each question, as in a rebinding attack. */
function rebinding(...answers: string[][]): AddressPolicy {
  return {
    resolveHost: async () =>
      (answers.shift() ?? []).map((address) => ({ address, family: address.includes(':') ? 6 : 4 })),
  };
}

async function post(host: string, policy: AddressPolicy): Promise<string> {
  const agent = new Agent({ connect: { lookup: guardedLookup(policy) } });
  try {
    const response = await fetch(`http://${host}:${port}/`, {
      dispatcher: agent,
      method: 'POST',
      body: '{}',
    });
    return await response.text();
  } finally {
    await agent.destroy();
  }
}

describe('guardedLookup', () => {
  test('lets a connection go to the address that it checked', async () => {
    const policy = { ...rebinding(['127.0.0.1']), allowedPrivateHosts: ['hooks.store.com'] };
    expect(await post('hooks.store.com', policy)).toBe('reached');
  });

  test('refuses a name that has become private since it was checked, and nothing is connected', async () => {
    const policy = rebinding(['127.0.0.1']);
    const before = requests;
    await expect(post('hooks.store.com', policy)).rejects.toMatchObject({
      cause: {
        kind: 'InvalidInput',
        message: expect.stringContaining('hooks.store.com, which is at 127.0.0.1'),
      },
    });
    expect(requests).toBe(before);
  });

  test('refuses when one address of several is private, whichever family is wanted', async () => {
    await expect(post('hooks.store.com', rebinding(['1.1.1.1', '::1']))).rejects.toMatchObject({
      cause: { kind: 'InvalidInput' },
    });
  });

  test('answers a plain socket, which wants one address', async () => {
    const policy = { ...rebinding(['::1', '127.0.0.1']), allowedPrivateHosts: ['hooks.store.com'] };
    const options = { host: 'hooks.store.com', port, family: 4, autoSelectFamily: false };
    const socket = connect({ ...options, lookup: guardedLookup(policy) });
    await once(socket, 'connect');
    expect(socket.remoteAddress).toBe('127.0.0.1');
    socket.destroy();
  });

  test('a name without an address is an error of the resolver', async () => {
    await expect(post('hooks.store.com', rebinding([]))).rejects.toMatchObject({
      cause: { code: 'ENOTFOUND' },
    });
  });

  test('the resolver of the system is the default', async () => {
    await expect(post('localhost', {})).rejects.toMatchObject({ cause: { kind: 'InvalidInput' } });
  });
});
