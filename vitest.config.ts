import { defineConfig } from 'vitest/config';

const integration = {
  globalSetup: ['tests/support/global-setup.ts'],
  // A first start may have to wait for servers on a busy machine.
  testTimeout: 300_000,
  hookTimeout: 300_000,
  // Real servers on a busy machine: one more attempt, of which `scripts/test.ts` tells, since it may hide a race of ours.
  retry: 1,
};

export default defineConfig({
  test: {
    pool: 'forks',
    // Most of the time the tests wait for other processes, so there are more of them than the smallest machine has cores.
    maxWorkers: 5,
    projects: [
      {
        extends: true,
        test: {
          name: 'unit',
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
          ...integration,
        },
      },
      // The chain's own tests and those of the cluster, against the server of a real cluster: `npm run test:cluster`.
      {
        extends: true,
        test: {
          name: 'cluster',
          include: [
            'tests/cluster/**/*.test.ts',
            'tests/{end-to-end,integration/{reports,temporal-client,workers,workflows}}/**/*.test.ts',
            'tests/integration/local/temporal-cluster.test.ts',
            'tests/replay/replay.test.ts',
          ],
          ...integration,
          // The server writes each step to a database, and takes several times as long for a new namespace.
          testTimeout: 300_000,
        },
      },
      // Asked for by name only: it rewrites the recorded histories.
      {
        extends: true,
        test: { name: 'record', include: ['tests/replay/record-histories.test.ts'], ...integration },
      },
      {
        extends: true,
        test: { name: 'long', include: ['tests/long/**/*.test.ts'], ...integration, testTimeout: 1_800_000 },
      },
    ],
  },
});
