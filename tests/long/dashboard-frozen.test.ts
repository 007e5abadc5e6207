import { createServer, connect, type Socket } from 'node:net';
import { once } from 'node:events';
import { expect, onTestFinished, test } from 'vitest';
import { createDashboardServer } from '../support/dashboard-server.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../support/open-dashboard.ts';

const dashboard = keepDashboardBrowser('dashboard-frozen-');

/** Starts a relay between a browser and an API. While it is frozen, it accepts connections and answers nothing, like a stopped process. */
async function startRelay(url: string) {
  const sockets = new Set<Socket>();
  let isFrozen = false;
  const server = createServer((browser) => {
    const api = connect(Number(new URL(url).port), '127.0.0.1');
    for (const socket of [browser, api]) {
      sockets.add(socket);
      socket.on('error', () => undefined).on('close', () => sockets.delete(socket));
    }
    browser.pipe(api);
    api.pipe(browser);
    if (isFrozen) for (const socket of [browser, api]) socket.pause();
  });
  server.listen(0, '127.0.0.1');
  await once(server, 'listening');
  onTestFinished(() => {
    for (const socket of sockets) socket.destroy();
    server.close();
  });
  const set = (frozen: boolean): void => {
    isFrozen = frozen;
    for (const socket of sockets) {
      if (frozen) socket.pause();
      else socket.resume();
    }
  };
  const address = server.address() as { port: number };
  return { url: `http://127.0.0.1:${address.port}`, freeze: () => set(true), thaw: () => set(false) };
}

test('an API that hangs and keeps its connections is noticed by an open page, and so is that it goes on', async () => {
  const { url } = await createDashboardServer();
  const relay = await startRelay(url);
  const { page, see } = await dashboard.openTab();
  await page.goto(relay.url);
  await see(/Live, \d/);
  relay.freeze();
  await see(/Not live, \d/);
  await see('The API does not answer');
  await see(/Unknown since \d/);
  relay.thaw();
  await see(/\bLive, \d/);
  const text = () => page.evaluate('document.body.innerText');
  await expect.poll(text, { timeout: PAGE_MS_MAX }).not.toContain('The API does not answer');
});
