import { chmod, mkdir, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { closeDataDir, makeDataDir } from '../../../local/private-data-dir.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const modeOf = async (path: string): Promise<string> => ((await stat(path)).mode & 0o777).toString(8);

async function open(path: string): Promise<string> {
  await mkdir(path, { recursive: true });
  await chmod(path, 0o755);
  return path;
}

async function openFile(path: string): Promise<string> {
  await writeFile(path, 'for all to read\n');
  await chmod(path, 0o644);
  return path;
}

/** Creates a data folder with open permissions, as earlier versions left it. */
async function openDataDir(): Promise<string> {
  const dataDir = join(await temporaryFolder('private-data-dir-'), '.data');
  await open(dataDir);
  for (const name of [
    'lock',
    'logs',
    'postgres',
    'postgres/lock',
    'sandbox',
    'storage',
    'temporal',
    'cluster',
  ])
    await open(join(dataDir, name));
  for (const name of ['api.url', 'workflow-bundle.js', 'postgres/cluster.location'])
    await openFile(join(dataDir, name));
  await mkdir(join(dataDir, 'postgres', 'cluster'));
  await chmod(join(dataDir, 'postgres', 'cluster'), 0o750);
  return dataDir;
}

it('a folder that is made lets others pass through, whatever the umask', async () => {
  const dataDir = join(await temporaryFolder('private-data-dir-'), 'deep', '.data');
  await makeDataDir(dataDir);
  expect(await modeOf(dataDir)).toBe('711');
});

it('an empty folder that was there before is closed', async () => {
  const dataDir = await open(join(await temporaryFolder('private-data-dir-'), '.data'));
  await closeDataDir(dataDir, { keepsStorage: false });
  expect(await modeOf(dataDir)).toBe('711');
});

it('a data folder that was open to everybody is closed, but for the way to the cluster', async () => {
  const dataDir = await openDataDir();
  await closeDataDir(dataDir, { keepsStorage: false });
  expect(await modeOf(dataDir)).toBe('711');
  for (const name of ['postgres', 'cluster']) expect(await modeOf(join(dataDir, name)), name).toBe('711');
  expect(await modeOf(join(dataDir, 'postgres', 'cluster'))).toBe('750');
  for (const name of ['lock', 'logs', 'postgres/lock', 'sandbox', 'storage', 'temporal'])
    expect(await modeOf(join(dataDir, name)), name).toBe('700');
  for (const name of ['api.url', 'workflow-bundle.js', 'postgres/cluster.location'])
    expect(await modeOf(join(dataDir, name)), name).toBe('600');
});

it('a folder that holds other things stays open, and so do they; what is ours in it is closed', async () => {
  const dataDir = await openDataDir();
  const [others, storage] = [await openFile(join(dataDir, 'report.csv')), join(dataDir, 'storage')];
  await closeDataDir(dataDir, { keepsStorage: true });
  expect(await modeOf(dataDir)).toBe('755');
  expect(await modeOf(others)).toBe('644');
  expect(await modeOf(storage)).toBe('755');
  expect(await modeOf(join(dataDir, 'temporal'))).toBe('700');
});

it('nothing is opened that was closed', async () => {
  const dataDir = await openDataDir();
  await chmod(dataDir, 0o700);
  await chmod(join(dataDir, 'postgres'), 0o700);
  await closeDataDir(dataDir, { keepsStorage: false });
  expect(await modeOf(dataDir)).toBe('700');
  expect(await modeOf(join(dataDir, 'postgres'))).toBe('700');
});
