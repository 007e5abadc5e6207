import { resolve } from 'node:path';
import { afterEach, expect, test, vi } from 'vitest';
import { hiddenFromTools } from '../../../workers/hidden-from-tools.ts';

const PLACES = { STORAGE_ROOT: '/data', PROXY_PASSWORD_KEY_FILE: 'keys/proxies' };

afterEach(() => void vi.unstubAllEnvs());

test('the storage, the keys and the file of variables are hidden from tools', () => {
  vi.stubEnv('CRAWLCHAIN_ENV_FILE', '/etc/crawlchain.env');
  expect(
    hiddenFromTools({
      ...PLACES,
      TEMPORAL_TLS_CLIENT_KEY_PATH: 'keys/temporal.pem',
      TOOL_HIDDEN_PATHS: ['/srv/.data'],
    }),
  ).toEqual([
    '/data',
    resolve('keys/proxies'),
    '/etc/crawlchain.env',
    resolve('keys/temporal.pem'),
    '/srv/.data',
  ]);
});

test('nothing more is hidden where no such files are named', () => {
  vi.stubEnv('CRAWLCHAIN_ENV_FILE', 'none');
  expect(hiddenFromTools(PLACES)).toEqual(['/data', resolve('keys/proxies')]);
});
