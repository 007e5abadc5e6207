import { fileURLToPath } from 'node:url';
import { defineConfig } from 'vitest/config';
import { SlowestFirst } from './tests/support/slowest-first.ts';

const servers = {
  // A first start may have to wait for servers on a busy machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Real servers on a busy machine: one more attempt, of which `scripts/test.ts` tells, since it may hide a race of ours.
  retry: 1,
};

/** Libraries read once a process which authority they trust, and each file of these has a sandbox with another one. */
const OWN_PROCESS = 'tests/integration/{egress,hostile,sandbox}/**/*.test.ts';

export default defineConfig({
  test: {
    pool: 'forks',
    // Once for all projects that are asked for.
    globalSetup: ['tests/support/global-setup.ts'],
    // Most of the time the tests wait for other processes, so there are more of them than the smallest machine has cores.
    maxWorkers: 5,
    sequence: { sequencer: SlowestFirst },
    // Half of what a command costs is to compile it, and tests run hundreds.
    env: {
      // A developer's own settings change no test.
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
          // To load what a file tests takes longer than most tests: files share it.
          isolate: false,
          include: ['tests/{unit,architecture,conformance}/**/*.test.ts'],
          // Property tests take seconds, and a busy machine makes of each many.
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
          // The server writes each step to a database, and takes several times as long for a new namespace.
          testTimeout: 300_000,
        },
      },
      // Asked for by name only: it rewrites the recorded histories.
      {
        extends: true,
        test: { name: 'record', include: ['tests/replay/record-histories.test.ts'], ...servers },
      },
      {
        extends: true,
        test: { name: 'long', include: ['tests/long/**/*.test.ts'], ...servers, testTimeout: 1_800_000 },
      },
    ],
  },
});
