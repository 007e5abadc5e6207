import { describe, expect, test } from 'vitest';
import { EnvironmentError, readEnvironment, VARIABLES } from '../../../config/environment.ts';

type Name = keyof typeof VARIABLES;

function complaintsOf(source: Record<string, string>): string[] {
  try {
    readEnvironment(source);
  } catch (error) {
    if (error instanceof EnvironmentError) return error.message.split('\n');
    throw error;
  }
  return [];
}

const WRONG: [Name, string][] = [
  ['DATABASE_POOL_SIZE', '0'],
  ['DATABASE_POOL_SIZE', '501'],
  ['DATABASE_POOL_SIZE', '2.5'],
  ['DATABASE_POOL_SIZE', 'ten'],
  // A statement must time out earlier: after five minutes without a response, work counts as stuck.
  ['DATABASE_STATEMENT_TIMEOUT_MS', '300000'],
  ['TEMPORAL_ADDRESS', 'localhost'],
  ['TEMPORAL_ADDRESS', 'http://localhost:7233'],
  ['TEMPORAL_TLS', 'yes'],
  ['TEMPORAL_TLS', 'TRUE'],
  ['DUTCHIE_GRAPHQL_URL', 'http://dutchie.com/graphql'],
  ['DUTCHIE_GRAPHQL_URL', 'dutchie.com/graphql'],
  ['DUTCHIE_HASH_FILTERED_PRODUCTS', 'abc'],
  ['DUTCHIE_HASH_FILTERED_PRODUCTS', 'A'.repeat(64)],
  ['DUTCHIE_HASH_CONSUMER_DISPENSARIES', 'g'.repeat(64)],
  ['DISCOVERY_STATES', 'Arizona'],
  ['DISCOVERY_STATES', 'AZ,'],
  ['DISCOVERY_STATES', 'az'],
  ['EXIT_ADDRESS_URL', 'ftp://example.com/'],
  ['REQUESTS_PER_SECOND_PER_HOST', '0'],
  ['DUTCHIE_REQUESTS_PER_SECOND', '0'],
  ['DUTCHIE_MAX_CONCURRENT_REQUESTS', '1.5'],
  ['DUTCHIE_OBEY_ROBOTS', 'yes'],
  ['REQUESTS_PER_SECOND_PER_HOST', '-1'],
  ['REQUESTS_PER_SECOND_PER_HOST', '1001'],
  ['REQUESTS_PER_SECOND_PER_HOST', 'Infinity'],
  ['RUN_RETENTION_DAYS', '7'],
  ['RUN_RETENTION_DAYS', 'forever'],
  ['CRAWL_INTERVAL_HOURS', '0'],
  ['CRAWL_INTERVAL_HOURS', 'NaN'],
  ['MISSES_SPAN_INTERVALS', '-0.1'],
  ['MISSES_SPAN_INTERVALS', '101'],
  ['MISSES_SPAN_MIN_MINUTES', 'an hour'],
  ['MISSES_SPAN_MIN_MINUTES', '10081'],
  ['CONFIRM_AFTER_MINUTES', '-1'],
  ['CONFIRM_AFTER_MINUTES', 'soon'],
  ['CONFIRM_AFTER_MINUTES', '10081'],
  ['SHUTDOWN_GRACE_MS', '20s'],
  ['SHUTDOWN_GRACE_MS', '3600001'],
  ['MAX_CONCURRENT_TASKS', '-3'],
  ['MAX_CONCURRENT_TASKS', '1001'],
  ['WORKERS_PER_POD', '0'],
  ['MEMORY_BACKOFF_THRESHOLD', '0'],
  ['CPU_BACKOFF_THRESHOLD', '1.1'],
  ['HEARTBEAT_INTERVAL_MS', '300000'],
  ['MEMORY_LIMIT_MIB', '1.5'],
  ['LOG_LEVEL', 'verbose'],
  ['TRUSTED_PROXIES', 'proxy.example'],
  ['TRUSTED_PROXIES', '10.0.0.0/33'],
  ['TRUSTED_PROXIES', '10.0.0.1,'],
];

describe('readEnvironment', () => {
  test.each(WRONG)('%s=%s is refused with its name, what it got and what it takes', (name, given) => {
    expect(complaintsOf({ [name]: given })).toEqual([
      `${name} is ${JSON.stringify(given)}; it takes ${VARIABLES[name].takes}`,
    ]);
  });

  test.each(['impit', 'wreq-js'])('a variable that was removed (HTTP_TRANSPORT=%s) is refused', (given) => {
    expect(complaintsOf({ HTTP_TRANSPORT: given })).toEqual([
      'HTTP_TRANSPORT is set and no longer read; wreq-js sends all requests, so unset it',
    ]);
    expect(complaintsOf({ HTTP_TRANSPORT: ' ' })).toEqual([]);
  });

  test('a key of the wrong length is refused without being shown', () => {
    for (const given of ['hunter2', 'a'.repeat(63), 'a'.repeat(65), 'a'.repeat(45)]) {
      expect(complaintsOf({ PROXY_PASSWORD_KEY: given })).toEqual([
        `PROXY_PASSWORD_KEY is a value that is not shown; it takes ${VARIABLES.PROXY_PASSWORD_KEY.takes}`,
      ]);
    }
    expect(readEnvironment({ PROXY_PASSWORD_KEY: 'aB'.repeat(32) })).toHaveProperty('PROXY_PASSWORD_KEY');
  });

  test.each(['mysql://crawl:hunter2@db:3306/x', 'hunter2'])(
    'a wrong secret is named but never shown',
    (given) => {
      const [line] = complaintsOf({ DATABASE_URL: given });
      expect(line).toBe(
        'DATABASE_URL is a value that is not shown; it takes a PostgreSQL URL, such as postgres://user:password@host:5432/crawlchain',
      );
    },
  );

  test('several wrong values are told at once, one line each', () => {
    const lines = complaintsOf({
      DATABASE_URL: 'nonsense',
      LOG_LEVEL: 'loud',
      TEMPORAL_TLS: '1',
      MAX_CONCURRENT_TASKS: '5',
    });
    expect(lines.map((line) => line.split(' ')[0])).toEqual(['DATABASE_URL', 'TEMPORAL_TLS', 'LOG_LEVEL']);
  });

  test.each(['', '   ', '\t\n'])('a variable that is set to nothing (%j) counts as not set', (nothing) => {
    const source = Object.fromEntries(Object.keys(VARIABLES).map((name) => [name, nothing]));
    expect(readEnvironment(source)).toEqual(readEnvironment({}));
  });

  test('defaults hold for what is not set, and what has none is absent', () => {
    expect(readEnvironment({})).toEqual({
      API_HOST: '127.0.0.1',
      API_PORT: 3000,
      API_REQUESTS_PER_SECOND: 50,
      DATABASE_POOL_SIZE: 10,
      DATABASE_STATEMENT_TIMEOUT_MS: 120_000,
      AUTO_MIGRATE: true,
      TEMPORAL_NAMESPACE: 'crawlchain',
      TEMPORAL_TLS: false,
      TEMPORAL_INSTANCE_CHECK: true,
      STORAGE_ROOT: '.data/storage',
      STORAGE_RETURN_SECONDS: 600,
      STORAGE_SHARED: true,
      DUTCHIE_GRAPHQL_URL: 'https://dutchie.com/api-3/graphql',
      DUTCHIE_REQUESTS_PER_SECOND: 4,
      DUTCHIE_MAX_CONCURRENT_REQUESTS: 8,
      DUTCHIE_OBEY_ROBOTS: false,
      BLAZE_API_URL: 'https://ecom-api.blaze.me/api/v1',
      BLAZE_REQUESTS_PER_SECOND: 4,
      BLAZE_MAX_CONCURRENT_REQUESTS: 8,
      BLAZE_OBEY_ROBOTS: false,
      DISCOVERY_STATES: VARIABLES.DISCOVERY_STATES.fallback.split(','),
      EXIT_ADDRESS_URL: 'https://api.ipify.org/?format=json',
      PROXY_PASSWORD_KEY_FILE: '.data/proxy-password.key',
      RUN_RETENTION_DAYS: 90,
      REQUESTS_PER_SECOND_PER_HOST: 4,
      MAX_CONCURRENT_REQUESTS_PER_HOST: 4,
      CRAWL_INTERVAL_HOURS: 4,
      CRAWLCHAIN_COMMAND: 'npx crawlchain',
      CRAWLCHAIN_ENV_FILE: '.env',
      CRAWL_INTERVAL_ADAPTS: false,
      MISSES_SPAN_INTERVALS: 1.8,
      MISSES_SPAN_MIN_MINUTES: 60,
      CONFIRM_AFTER_MINUTES: 30,
      SHUTDOWN_GRACE_MS: 20_000,
      MAX_CONCURRENT_TASKS: 3,
      MEMORY_BACKOFF_THRESHOLD: 0.85,
      CPU_BACKOFF_THRESHOLD: 0.9,
      BACKOFF_DURATION_MS: 10_000,
      HEARTBEAT_INTERVAL_MS: 30_000,
      JOB_DOWNLOAD_BYTES_MAX: 5_000_000_000,
      JOB_ISOLATION: 'full',
      JOB_MEMORY_MB: 512,
      JOB_RESULT_BYTES_MAX: 64_000_000,
      K8S_NAMESPACE: 'dispensary-scraper',
      K8S_REPLICAS_MAX: 15,
      K8S_REPLICAS_MIN: 1,
      K8S_WORKER_STATEFULSET: 'scraper-worker',
      WAIT_FOR_COOLING_PROXIES: false,
      WORKERS_PER_POD: 1,
      BROWSER_NO_SANDBOX: false,
      BROWSER_REMEMBER_HOURS: 24,
      LOG_LEVEL: 'info',
    });
  });

  test('values come as the types that the code works with', () => {
    const environment = readEnvironment({
      DATABASE_URL: 'postgresql://crawl:p%40ss@db:5432/crawlchain',
      DATABASE_POOL_SIZE: '25',
      TEMPORAL_ADDRESS: ' localhost:7233 ',
      TEMPORAL_TLS: 'true',
      DISCOVERY_STATES: 'AZ,NV',
      REQUESTS_PER_SECOND_PER_HOST: '0.5',
      WORKER_QUEUES: 'ingest, media',
      DUTCHIE_HASH_FILTERED_PRODUCTS: '0af1'.repeat(16),
    });
    expect(environment).toMatchObject({
      DATABASE_URL: 'postgresql://crawl:p%40ss@db:5432/crawlchain',
      DATABASE_POOL_SIZE: 25,
      TEMPORAL_ADDRESS: 'localhost:7233',
      TEMPORAL_TLS: true,
      DISCOVERY_STATES: ['AZ', 'NV'],
      REQUESTS_PER_SECOND_PER_HOST: 0.5,
      WORKER_QUEUES: ['ingest', 'media'],
      DUTCHIE_HASH_FILTERED_PRODUCTS: '0af1'.repeat(16),
    });
  });

  test('runs are kept for ever where that is said', () => {
    expect(readEnvironment({ RUN_RETENTION_DAYS: 'never' }).RUN_RETENTION_DAYS).toBe(null);
    expect(readEnvironment({ RUN_RETENTION_DAYS: '30' }).RUN_RETENTION_DAYS).toBe(30);
  });

  test('what is no variable of ours is left alone', () => {
    expect(readEnvironment({ PATH: '/usr/bin', LOG_LEVEL: 'debug' })).not.toHaveProperty('PATH');
  });
});

describe('every variable', () => {
  test.each(Object.entries(VARIABLES))(
    '%s says what it is for in sentences, and what it takes',
    (_name, it) => {
      expect(it.about).toMatch(/^[A-Z].*\.$/);
      expect(it.takes).not.toBe('');
    },
  );

  test('whose value may hold a password is a secret', () => {
    const secrets = Object.entries(VARIABLES).filter(([, it]) => 'secret' in it && it.secret);
    expect(secrets.map(([name]) => name)).toEqual([
      'DATABASE_URL',
      'DATABASE_LISTEN_URL',
      'TEMPORAL_API_KEY',
      'PROXY_PASSWORD_KEY',
      'CRAWLCHAIN_KEY',
      'IMAGE_SIGNING_KEY',
      'LEGACY_DATABASE_URL',
    ]);
  });
});
