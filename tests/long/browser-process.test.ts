import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { chmod, mkdir, readdir, rm, symlink } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, test } from 'vitest';
import { startBrowserProcess } from '../../egress/browser/browser-process.ts';
import { startTimeOf } from '../../egress/browser/process-table.ts';
import { makeSessionFolder, sweepSessionFolders } from '../../egress/browser/session-folders.ts';
import { mainProcessOf, membersOf, processesOf } from '../support/browser-processes.ts';
import { startBrowserSite } from '../support/browser-site.ts';
import { openBrowser, testBrowser, type OpenedBrowser } from '../support/open-browser.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

const GONE_WITHIN_MS = 10_000;

/** Opens a session whose next request never gets an answer. */
async function waitingSession(signal?: AbortSignal): Promise<OpenedBrowser & { answer: Promise<unknown> }> {
  const requested = Promise.withResolvers<void>();
  const site = await startBrowserSite((request, response) => {
    if (request.url === '/menu') response.end('<!DOCTYPE html><title>Menu</title>');
    else requested.resolve();
  });
  const opened = await openBrowser(site.proxy, {
    pageUrl: 'https://store.test/menu',
    exitAddressUrl: 'https://echo.test/',
    trustedSpki: site.caSpkiSha256,
    ...(signal && { purpose: { signal } }),
  });
  const answer = opened.session.askJson({ method: 'GET', url: 'https://store.test/api', headers: [] });
  answer.catch(() => undefined);
  await requested.promise;
  return { ...opened, answer };
}

test('a browser that hangs is killed with all its processes, and whoever waits for it is told', async () => {
  const { answer, session, root } = await waitingSession();
  const startedAt = performance.now();
  const { pid, group } = mainProcessOf(root);
  expect(membersOf(group).length).toBeGreaterThan(2);
  process.kill(pid, 'SIGSTOP');
  await expect(answer).rejects.toMatchObject({ kind: 'BrowserFault' });
  await session.close();
  await expect.poll(() => [...processesOf(root), ...membersOf(group)]).toEqual([]);
  expect(await readdir(root)).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(GONE_WITHIN_MS);
});

test.each([
  // In the first case the page hangs while it is opened; in the second, when something is requested after that.
  ['for (;;);', null],
  ['', 'for (;;);'],
])('a browser whose page hangs is killed, and whoever waits for it is told: %j, %j', async (first, later) => {
  let hungAt = 0;
  const site = await startBrowserSite((request, response) => {
    response.setHeader('content-type', 'text/html');
    if (request.url === '/menu') {
      hungAt = performance.now();
      response.end(`<!DOCTYPE html><title>Menu</title><script>${first}
        const real = fetch;
        fetch = (...asked) => { ${later ?? ''} return real(...asked); };
      </script>`);
    }
  });
  const folders: string[] = [];
  const asking = async (): Promise<unknown> => {
    const { session, root } = await openBrowser(site.proxy, {
      pageUrl: 'https://store.test/menu',
      exitAddressUrl: 'https://echo.test/',
      trustedSpki: site.caSpkiSha256,
    });
    folders.push(root);
    hungAt = performance.now();
    return session.askJson({ method: 'GET', url: 'https://store.test/api', headers: [] });
  };
  await expect(asking()).rejects.toMatchObject({ kind: 'BrowserFault' });
  expect(performance.now() - hungAt).toBeLessThan(GONE_WITHIN_MS);
  for (const root of folders) await expect.poll(() => readdir(root)).toEqual([]);
});

test('a browser that crashes leaves nothing', async () => {
  const { answer, session, root } = await waitingSession();
  const startedAt = performance.now();
  const { pid, group } = mainProcessOf(root);
  process.kill(pid, 'SIGKILL');
  await expect(answer).rejects.toMatchObject({ kind: 'BrowserFault' });
  await session.close();
  await expect.poll(() => [...processesOf(root), ...membersOf(group)]).toEqual([]);
  expect(await readdir(root)).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(GONE_WITHIN_MS);
});

test('a page that crashes is the browser’s fault', async () => {
  const { answer, root } = await waitingSession();
  const renderers = membersOf(mainProcessOf(root).group).filter(({ commandLine }) =>
    commandLine.includes('--type=renderer'),
  );
  expect(renderers.length).toBeGreaterThan(0);
  for (const { pid } of renderers) process.kill(pid, 'SIGKILL');
  await expect(answer).rejects.toMatchObject({ kind: 'BrowserFault' });
});

test('a cancelled session ends its browser at once, with the reason of the cancel', async () => {
  const controller = new AbortController();
  const { answer, session, root } = await waitingSession(controller.signal);
  const startedAt = performance.now();
  const { group } = mainProcessOf(root);
  controller.abort(new Error('cancelled by a person'));
  await expect(answer).rejects.toThrow('cancelled by a person');
  await session.close();
  await expect.poll(() => [...processesOf(root), ...membersOf(group)]).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(GONE_WITHIN_MS);
});

test('a worker that is killed takes its browsers along, also those that hang, and their folders', async () => {
  const root = await temporaryFolder('browsers-');
  const holder = fileURLToPath(new URL('../support/hold-browser.ts', import.meta.url));
  const worker = spawn(
    process.execPath,
    [holder, testBrowser.executable, root, testBrowser.env['FONTCONFIG_PATH'] ?? '', '--no-sandbox'],
    { stdio: ['ignore', 'pipe', 'inherit'] },
  );
  await once(worker.stdout, 'data');
  const { pid, group } = mainProcessOf(root);
  await expect.poll(() => membersOf(group).length).toBeGreaterThan(2);
  // Suspends the browser, because it would exit by itself when its pipe closes.
  process.kill(pid, 'SIGSTOP');
  const startedAt = performance.now();
  worker.kill('SIGKILL');
  await expect
    .poll(() => [...processesOf(root), ...membersOf(group)], { timeout: GONE_WITHIN_MS })
    .toEqual([]);
  await expect.poll(() => readdir(root), { timeout: GONE_WITHIN_MS }).toEqual([]);
  expect(performance.now() - startedAt).toBeLessThan(GONE_WITHIN_MS);
});

test('a program that is no browser is refused, and leaves nothing', async () => {
  const root = await temporaryFolder('browsers-');
  const starting = startBrowserProcess({
    executable: '/nowhere/chrome',
    root,
    timeZone: 'UTC',
    env: {},
    flags: () => [],
  });
  await expect(starting).rejects.toThrow('ENOENT');
  expect(await readdir(root)).toEqual([]);
  await expect.poll(() => processesOf(root)).toEqual([]);
});

test('a worker’s start sweeps the folders of those that are gone, and no others', async () => {
  const root = await temporaryFolder('browsers-');
  const own = await makeSessionFolder(root);
  const other = join(root, `session-${process.ppid}-${startTimeOf(process.ppid)}-other`);
  await mkdir(join(root, 'session-4999999-123-gone'));
  await mkdir(join(root, `session-${process.pid}-1-recycled`));
  await mkdir(other);
  await mkdir(join(root, 'chromium-1.0.0'));
  expect(await sweepSessionFolders(root)).toBe(2);
  expect((await readdir(root)).map((name) => join(root, name)).toSorted()).toEqual(
    [join(root, 'chromium-1.0.0'), own, other].toSorted(),
  );
  expect(await sweepSessionFolders(join(root, 'missing'))).toBe(0);
});

test.each([
  ['others can write', async (root: string) => chmod(root, 0o777)],
  [
    'is a link',
    async (root: string) => {
      await rm(root, { recursive: true });
      await symlink(tmpdir(), root);
    },
  ],
])('a folder that %s is no place for browsers', async (_, spoil) => {
  const root = await temporaryFolder('browsers-');
  await spoil(root);
  await expect(makeSessionFolder(root)).rejects.toThrow(/others than user \d+ can write it/);
});
