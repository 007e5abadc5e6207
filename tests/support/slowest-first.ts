import { BaseSequencer, type TestSpecification } from 'vitest/node';

/**
 * The slowest test files, slowest first. Without this list, vitest has no durations on a first run and orders files by size, but these
 * files are small. Files that need the CPU (beliefs, pictures) are spread over the list, because the others mostly wait for servers.
 */
const SLOWEST = [
  'tests/long/belief-attacks.test.ts',
  'tests/long/faults-kills.test.ts',
  'tests/long/how-to-pages.test.ts',
  'tests/long/faults-start.test.ts',
  'tests/long/fan-out.test.ts',
  'tests/long/faults-link.test.ts',
  'tests/long/faults-freezes.test.ts',
  'tests/long/belief-honest.test.ts',
  'tests/long/faults-proxies.test.ts',
  'tests/long/slow-down.test.ts',
  'tests/long/picture-memory.test.ts',
  'tests/long/strangers.test.ts',
  'tests/long/bulk-kill.test.ts',
  'tests/long/own-disks.test.ts',
  'tests/long/faults-clocks.test.ts',
  'tests/long/dashboard-proof.test.ts',
];

/** Runs the slowest files first, so that none runs alone at the end while the other workers are idle. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const slowest = SLOWEST.flatMap((path) => others.filter(({ moduleId }) => moduleId.endsWith(`/${path}`)));
    return [...slowest, ...others.filter((file) => !slowest.includes(file))];
  }
}
