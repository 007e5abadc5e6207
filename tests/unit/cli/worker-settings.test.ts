import { expect, onTestFinished, test, vi } from 'vitest';
import { findWorkerSettings, takeWorkerSettings } from '../../../cli/worker-settings.ts';
import { lockDataDir } from '../../../local/data-lock.ts';
import { writeWorkerEnv } from '../../../local/worker-env-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('the settings of npm start are found while its database is down, and not after it has ended', async () => {
  vi.stubEnv('DATABASE_URL', '');
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = await temporaryFolder('settings-');
  const settings = { DATABASE_URL: 'postgres://127.0.0.1:1/none', CRAWLCHAIN_URL: 'http://127.0.0.1:1' };
  await writeWorkerEnv(folder, settings);
  expect(await findWorkerSettings(folder)).toBeNull();
  const lock = await lockDataDir(folder);
  expect(await findWorkerSettings(folder)).toEqual(settings);
  await lock.release();
  expect(await findWorkerSettings(folder)).toBeNull();
});

test('a call takes the settings of npm start, but not its way to call the command', async () => {
  vi.stubEnv('DATABASE_URL', '');
  vi.stubEnv('CRAWLCHAIN_COMMAND', undefined);
  vi.stubEnv('DISCOVERY_STATES', undefined);
  onTestFinished(() => void vi.unstubAllEnvs());
  const folder = await temporaryFolder('settings-');
  await writeWorkerEnv(folder, { CRAWLCHAIN_COMMAND: 'crawlchain --data-dir /d', DISCOVERY_STATES: 'AZ' });
  const lock = await lockDataDir(folder);
  onTestFinished(() => lock.release());
  await takeWorkerSettings(folder);
  expect(process.env['DISCOVERY_STATES']).toBe('AZ');
  expect(process.env['CRAWLCHAIN_COMMAND']).toBeUndefined();
});
