import { expect, test } from 'vitest';
import {
  DEPENDENCY_ENDS,
  stepAfter,
  summarizeDependencies,
  type Dependency,
} from '../../../domain/job-dependencies.ts';
import { ON_FAILURE } from '../../../domain/job.ts';

const ENDS = [...DEPENDENCY_ENDS, null];

/** Every state of three dependencies. */
const ALL: Dependency[][] = ENDS.flatMap((first) =>
  ENDS.flatMap((second) =>
    ENDS.map((third) => [first, second, third].map((endedAs, at) => ({ id: `job-${at}`, endedAs }))),
  ),
);

test.each(ON_FAILURE)(
  'with `%s`, a job runs only when nothing stands against it, and never waits for nothing',
  (onFailure) => {
    expect(ALL).toHaveLength(125);
    for (const all of ALL) {
      const step = stepAfter(summarizeDependencies(all, null), onFailure);
      const isOpen = all.some(({ endedAs }) => endedAs === null);
      const isFailed = all.some(({ endedAs }) => endedAs !== null && endedAs !== 'completed');
      const expected = isFailed && onFailure !== 'run' ? onFailure : isOpen ? 'wait' : 'run';
      expect([all, step.is]).toEqual([all, expected]);
    }
  },
);

test('a job that waits for itself through others fails, and names the chain', () => {
  const open = [{ id: 'b', endedAs: null }];
  expect(stepAfter(summarizeDependencies(open, ['a', 'b', 'a']), 'run')).toEqual({
    is: 'fail',
    reason: 'These jobs would wait for each other: a → b → a.',
  });
});
