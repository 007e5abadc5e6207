import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createServer } from 'node:tls';
import { generate } from 'selfsigned';
import { expect, onTestFinished, test } from 'vitest';
import { findHandshakeFault } from '../../../temporal-client/find-handshake-fault.ts';

test('a frontend that closes the connection after the handshake, without an alert, is not waited for', async () => {
  const { cert, private: key } = await generate([{ name: 'commonName', value: 'localhost' }], {
    extensions: [{ name: 'subjectAltName', altNames: [{ type: 7 as const, ip: '127.0.0.1' }] }],
  });
  const server = createServer({ cert, key }, (socket) => socket.end());
  await once(server.listen(0, '127.0.0.1'), 'listening');
  onTestFinished(() => void server.close());
  const address = `127.0.0.1:${(server.address() as AddressInfo).port}`;
  const tls = { serverRootCACertificate: Buffer.from(cert) };
  expect(await findHandshakeFault({ address, tls })).toBeNull();
});
