import { BaseSequencer, type TestSpecification } from 'vitest/node';

/** The files that take longest, slowest first. Vitest goes by size where it has no times of a run before, and these are small. */
const SLOWEST = [
  'tests/long/fan-out.test.ts',
  'tests/long/faults-kills.test.ts',
  'tests/long/picture-memory.test.ts',
  'tests/long/faults-freezes.test.ts',
  'tests/long/belief-attacks.test.ts',
  'tests/long/faults-proxies.test.ts',
  'tests/long/faults-link.test.ts',
  'tests/long/slow-down.test.ts',
  'tests/long/belief-honest.test.ts',
];

/** Begins with the slowest files, so that none of them runs alone at the end while the other cores wait. */
export class SlowestFirst extends BaseSequencer {
  override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
    const others = await super.sort(files);
    const slowest = SLOWEST.flatMap((path) => others.filter(({ moduleId }) => moduleId.endsWith(`/${path}`)));
    return [...slowest, ...others.filter((file) => !slowest.includes(file))];
  }
}
