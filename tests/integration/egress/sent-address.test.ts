import * as fc from 'fast-check';
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { assertAllowedAddress, type AddressPolicy } from '../../../egress/address-guard.ts';
import { FailingWorld, proxyAt } from './failing-world.ts';
import { openTransport } from './open-transport.ts';

/** Every name resolves to a public address. */
const policy: AddressPolicy = { resolveHost: async () => [{ address: '1.1.1.1', family: 4 }] };

const world = new FailingWorld();
/** The targets for which clients requested a tunnel from the proxy. */
const tunnels: string[] = [];
let proxyPort: number;

beforeAll(async () => {
  proxyPort = await world.tcp((socket) => {
    socket.once('data', (bytes) => {
      tunnels.push(/^CONNECT (\S+) HTTP/.exec(bytes.toString('latin1'))?.[1] ?? 'no CONNECT');
      socket.end('HTTP/1.1 502 Bad Gateway\r\ncontent-length: 0\r\n\r\n');
    });
  });
});

afterAll(() => world.close());

beforeEach(() => void tunnels.splice(0));

/** Generates hosts as attackers spell them to reach another host: numbers of any base and length, dots, escapes and names. */
const spelledHost = fc
  .oneof(
    fc.array(fc.constantFrom('0177', '0127', '010', '0x7f', '00', '08', '1', '8', '087', '255', '%30127'), {
      minLength: 1,
      maxLength: 4,
    }),
    fc.array(fc.constantFrom('store', 'ＳＴＯＲＥ', 'Bücher', 'xn--', 'a_b', '%2e', '1', '０１２７'), {
      minLength: 1,
      maxLength: 3,
    }),
  )
  .map((labels) => labels.join('.'));
const spelledUrl = fc
  .tuple(
    spelledHost,
    fc.constantFrom('', '.', ':443', ':0443', ':8443', '\\@1.1.1.1', '#@1.1.1.1', '?@1.1.1.1'),
  )
  .map(([host, rest]) => `https://${host}${rest}/`);

describe('a transport', () => {
  async function ask(url: string): Promise<void> {
    const transport = await openTransport({ proxy: proxyAt(proxyPort), addressPolicy: policy });
    await transport.send({ method: 'GET', url, headers: [], timeoutMs: 5_000 }).catch(() => undefined);
    await transport.close();
  }

  test.each([
    ['https://0127.0.0.1/', '87.0.0.1:443'],
    ['https://8.8.2056/', '8.8.8.8:443'],
    ['https://134744072/', '8.8.8.8:443'],
    ['HTTPS:\\\\Store.COM\\menu', 'store.com:443'],
    ['https://store.com:0443/', 'store.com:443'],
  ])('%s is asked for as it was judged: %s', async (url, target) => {
    await ask(url);
    expect(tunnels).toEqual([target]);
  });

  test('any spelling of a host: no tunnel is asked for but to the host that was judged', async () => {
    await fc.assert(
      fc.asyncProperty(spelledUrl, async (url) => {
        tunnels.length = 0;
        await ask(url);
        for (const tunnel of tunnels) {
          const judged = assertAllowedAddress(url);
          expect(tunnel).toBe(`${judged.hostname}:${judged.port || '443'}`);
        }
      }),
      { numRuns: 60 },
    );
  });
});
