import { chmod, readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { findBrowser } from '../../egress/browser/find-browser.ts';
import { temporaryFolder } from '../support/temporary-folder.ts';

test('the browser that is asked for comes first, then an installed one', async () => {
  const root = await temporaryFolder('find-browser-');
  const [requested, installed] = [join(root, 'asked'), join(root, 'installed')];
  for (const path of [requested, installed]) {
    await writeFile(path, '#!/bin/sh\n');
    await chmod(path, 0o755);
  }
  const request = { root, installed: [join(root, 'missing'), installed] };
  expect(await findBrowser({ ...request, executablePath: requested })).toMatchObject({
    executable: requested,
  });
  expect(await findBrowser({ ...request, executablePath: undefined })).toEqual({
    executable: installed,
    source: 'installed',
    env: {},
  });
});

test('a path that leads to no program is refused with its name', async () => {
  await expect(
    findBrowser({ executablePath: '/nowhere/chrome', root: await temporaryFolder('find-browser-') }),
  ).rejects.toMatchObject({ kind: 'InvalidInput', message: expect.stringContaining('/nowhere/chrome') });
});

test.runIf(process.platform === 'linux' && process.arch === 'x64')(
  'the packed browser is unpacked once, also when several workers start at the same time',
  async () => {
    const root = await temporaryFolder('find-browser-');
    const request = { executablePath: undefined, root, installed: [] };
    const found = await Promise.all([findBrowser(request), findBrowser(request)]);
    expect(found[0]).toEqual(found[1]);
    expect(found[0].source).toBe('@sparticuz/chromium');
    const left = await readdir(root);
    expect(left).toEqual([expect.stringMatching(/^chromium-/)]);
    expect(await findBrowser(request)).toEqual(found[0]);
  },
);
