import { Server } from 'node:net';
import { join } from 'node:path';
import { expect, onTestFinished, test, vi } from 'vitest';
import { startChainingProxy } from '../../egress/chaining-proxy.ts';
import { openWebUiDoor } from '../../local/web-ui-door.ts';
import { startSandbox } from '../../sandbox/start-sandbox.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('a connection that cannot be accepted ends no process that listens', async () => {
  const listen = vi.spyOn(Server.prototype, 'listen');
  onTestFinished(() => listen.mockRestore());
  const sandbox = await startSandbox({
    dispensaries: 1,
    stateDir: join(await temporaryFolder('accept-'), 's'),
  });
  onTestFinished(() => sandbox.close());
  const door = await openWebUiDoor({ namespace: 'crawlchain', preferredPort: undefined });
  onTestFinished(() => door.close());
  const [access] = sandbox.info.proxies;
  const chaining = await startChainingProxy({ id: 1, ...access! }, { allowedPrivateHosts: [] });
  onTestFinished(() => chaining.close());

  const servers = (listen.mock.contexts as Server[]).filter(({ listening }) => listening);
  // The sandbox's three proxies, its storefront and its control server; the door in front of Temporal's Web UI; a browser's chaining proxy.
  expect(servers).toHaveLength(7);
  const error = Object.assign(new Error('accept EMFILE'), { code: 'EMFILE' });
  for (const server of servers) expect(() => server.emit('error', error)).not.toThrow();
});
