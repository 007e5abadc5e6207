import { expect, test } from 'vitest';
import { addFailed } from '../../support/dashboard-server.ts';
import { addFleet } from '../../support/dashboard-workers.ts';
import { keepDashboardBrowser, PAGE_MS_MAX } from '../../support/open-dashboard.ts';
import { createQuarantine } from '../../support/open-quarantine.ts';

const dashboard = keepDashboardBrowser('dashboard-first-question');

test('each page shows what the browser asked for before any script ran, and asks nothing else for it', async () => {
  const server = await createQuarantine(dashboard, [{ name: 'Mesa Leaf' }]);
  const { page, see, url, db } = server;
  await addFailed(db, 3);
  await addFleet(server);
  await expect.poll(async () => (await fetch(`${url}/api/tasks`)).status, { timeout: PAGE_MS_MAX }).toBe(200);
  const FIRST: [path: string, question: string, shown: string | RegExp][] = [
    ['/', '/api/overview', 'Failures of the last 24 hours'],
    ['/tasks', '/api/tasks?sort=', /[3-9] shown/],
    ['/workers', '/api/worker-registry?', '3 shown'],
    ['/quarantine', '/api/payloads/quarantine', 'Mesa Leaf'],
  ];
  let question = '';
  await page.setRequestInterception(true);
  page.on('request', (request) => {
    const isAskedByScript = request.initiator()?.type === 'script';
    const isFirst = request.url().startsWith(`${url}${question}`);
    void (isFirst && isAskedByScript ? request.abort() : request.continue());
  });
  for (const [path, asked, shown] of FIRST) {
    question = asked;
    await page.goto(`${url}${path}`);
    await see(shown);
  }
});
