import { defineConfig } from 'vitest/config';

const integration = {
  globalSetup: ['tests/support/global-setup.ts'],
  // A first start may have to wait for servers on a busy machine.
  testTimeout: 120_000,
  hookTimeout: 120_000,
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
