import { expect, test } from 'vitest';
import { whyHopeless } from '../../../domain/bulk-skips.ts';

const whyNot = (status: 'failed' | 'cancelled', errorKind: string | null, error?: string) =>
  whyHopeless({ status, errorKind }, { error });

test('what would fail in the same way is left, unless the filter names its kind', () => {
  expect(whyNot('failed', 'NotFound')).toMatch(/^NotFound: the same would happen again/);
  expect(whyNot('failed', 'NotFound', 'Blocked')).not.toBeNull();
  expect(whyNot('failed', 'NotFound', 'Blocked,NotFound')).toBeNull();
});

test('what may go well, what was cancelled, and an error of no kind of ours are retried', () => {
  expect(whyNot('failed', 'Blocked')).toBeNull();
  expect(whyNot('cancelled', 'NotFound')).toBeNull();
  for (const kind of ['TypeError', null]) expect(whyNot('failed', kind)).toBeNull();
});
