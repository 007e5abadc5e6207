import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tests/support/slowest-first.ts';

const servers = {
  // A first start may have to wait for servers on a busy machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // One retry, since real servers on a busy machine may fail. `scripts/test.ts` reports it, because it may hide a race of ours.
  retry: 1,
};

/** Tests that need a process each: libraries load the trusted authorities once, and each file has a sandbox with another one. */
const OWN_PROCESS = 'tests/integration/{egress,hostile,sandbox}/**/*.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    // Runs once for all selected projects.
    globalSetup: ['tests/support/global-setup.ts'],
    // More workers than the smallest machine has cores, since the tests mostly wait for other processes.
    maxWorkers: 5,
    sequence: { sequencer: SlowestFirst },
    // The compile cache halves the cost of a command, and tests run hundreds.
    env: {
      // A developer's own settings must not affect tests.
      CRAWLCHAIN_ENV_FILE: 'none',
      CRAWLCHAIN_URL: '',
      CRAWLCHAIN_KEY: '',
      CRAWLCHAIN_CONTEXTS_FILE: 'none',
      API_URL: '',
      NODE_COMPILE_CACHE: fileURLToPath(new URL('node_modules/.cache/crawlchain-tests', import.meta.url)),
    },
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
          // Files share loaded modules, since loading them takes longer than most tests.
          isolate: false,
          include: ['tests/{unit,architecture,conformance}/**/*.test.ts'],
          // Property tests take seconds, and many times longer on a busy machine.
          testTimeout: 120_000,
        },
      },
      {
        extends: true,
        test: {
          name: 'integration',
          include: ['tests/{integration,end-to-end}/**/*.test.ts', 'tests/replay/replay.test.ts'],
          exclude: [OWN_PROCESS],
          isolate: false,
          ...servers,
        },
      },
      { extends: true, test: { name: 'own-process', include: [OWN_PROCESS], ...servers } },
      // The chain's own tests and those of the cluster, against the server of a real cluster: `npm run test:cluster`.
      {
        extends: true,
        test: {
          name: 'cluster',
          include: [
            'tests/cluster/**/*.test.ts',
            'tests/long/{added-stores,background-slots,browser,by-hand,chaining,clocks,discovery,events,examples,full-query}.test.ts',
            'tests/long/{images,interruptions,jobs,lost-connections,moved-stores,other-instance,passes,platform-client}.test.ts',
            'tests/long/{priorities,proxies,read-capacity,record-work,refusals,rejected-stores,robots,store-waits}.test.ts',
            'tests/long/{stored-payloads,task-log,wait-for-chain,waits,wrong-input}.test.ts',
            'tests/{end-to-end,integration/{reports,temporal-client,workers,workflows}}/**/*.test.ts',
            'tests/integration/local/temporal-cluster.test.ts',
            'tests/replay/replay.test.ts',
          ],
          ...servers,
          // This server writes each step to a database, and takes several times as long to create a namespace.
          testTimeout: 300_000,
        },
      },
      // Runs only if selected by name, since it rewrites the recorded histories.
      {
        extends: true,
        test: { name: 'record', include: ['tests/replay/record-*.test.ts'], ...servers },
      },
      {
        extends: true,
        test: { name: 'long', include: ['tests/long/**/*.test.ts'], ...servers, testTimeout: 1_800_000 },
      },
    ],
  },
});
