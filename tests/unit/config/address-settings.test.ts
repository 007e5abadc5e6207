import { describe, expect, test } from 'vitest';
import { allowedPrivateHosts } from '../../../config/address-settings.ts';
import { readEnvironment } from '../../../config/environment.ts';

describe('allowedPrivateHosts', () => {
  test('are by default only the hosts that are set as addresses', () => {
    expect(allowedPrivateHosts(readEnvironment({}))).toEqual([
      'api.ipify.org',
      'dutchie.com',
      'ecom-api.blaze.me',
    ]);
  });

  test('are those of the setting, and the platform’s own', () => {
    const hosts = allowedPrivateHosts(
      readEnvironment({
        ALLOWED_PRIVATE_HOSTS: '*.sandbox.test, 10.0.0.8',
        DUTCHIE_GRAPHQL_URL: 'https://menus.lan/graphql',
      }),
    );
    expect(hosts).toEqual(expect.arrayContaining(['*.sandbox.test', '10.0.0.8', 'menus.lan']));
  });

  test.each(['*', '*.', 'https://nas.lan', 'a,,b'])('the setting does not take %s', (given) => {
    expect(() => readEnvironment({ ALLOWED_PRIVATE_HOSTS: given })).toThrow('ALLOWED_PRIVATE_HOSTS is');
  });
});
