import { expect, test, vi } from 'vitest';
import { readEnvironment } from '../../../../config/environment.ts';
import { sandboxEnvironment, workerEnvironment } from '../../../../scripts/start/stack.ts';

const SANDBOX = {
  graphqlUrl: 'https://menus.sandbox.test/graphql',
  hashes: { FilteredProducts: '1', ConsumerDispensaries: '2' },
  echoUrl: 'https://echo.sandbox.test/',
  caFile: '/tmp/ca.pem',
  caSpkiSha256: 'spki',
} as Parameters<typeof sandboxEnvironment>[0];

test('a doubted menu of npm start waits as long as in production, so that a person can decide first', () => {
  const usual = readEnvironment({}).CONFIRM_AFTER_MINUTES;
  expect(sandboxEnvironment(SANDBOX)['CONFIRM_AFTER_MINUTES']).toBe(String(usual));
});

test('private hosts that the environment allows are allowed beside those of the sandbox', () => {
  vi.stubEnv('ALLOWED_PRIVATE_HOSTS', '');
  expect(sandboxEnvironment(SANDBOX)['ALLOWED_PRIVATE_HOSTS']).toBe('*.test');
  vi.stubEnv('ALLOWED_PRIVATE_HOSTS', '127.0.0.1,*.lan');
  expect(sandboxEnvironment(SANDBOX)['ALLOWED_PRIVATE_HOSTS']).toBe('*.test,127.0.0.1,*.lan');
  vi.unstubAllEnvs();
});

test('workers call the command with the data folder in their messages', () => {
  const place = { dataDir: '/srv/crawl', bundlePath: '/srv/crawl/bundle.js' };
  expect(workerEnvironment(readEnvironment({}), place)['CRAWLCHAIN_COMMAND']).toBe(
    'npx crawlchain --data-dir /srv/crawl',
  );
});
