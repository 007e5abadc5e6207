import { expect, test } from 'vitest';
import { CrawlError, type Evidence } from '../../../../domain/errors.ts';
import { createErrorWire } from '../../../../jobs/isolation/error-wire.ts';

/** Sends an error from one end of a channel to the other. */
function sent(error: unknown): unknown {
  const wire: unknown = JSON.parse(JSON.stringify(createErrorWire().pack(error)));
  return createErrorWire().unpack(wire as ReturnType<ReturnType<typeof createErrorWire>['pack']>);
}

test('an error of a job takes with it short facts, and no more', () => {
  const evidence = { fault: 'test', status: 403, isSure: true, none: null };
  expect(sent(new CrawlError('Blocked', 'refused', { evidence }))).toMatchObject({ evidence });
  const large = {
    text: 'x'.repeat(100_000),
    ...Object.fromEntries(Array.from({ length: 100 }, (_, at) => [`fact-${at}`, at])),
  } as unknown as Evidence;
  const { evidence: kept } = sent(new CrawlError('Blocked', 'refused', { evidence: large })) as CrawlError;
  expect(Object.keys(kept!)).toHaveLength(20);
  // A part of a long one could be a part of a secret.
  expect(kept).toMatchObject({ text: '100000 characters' });
  expect(sent(Object.assign(new Error('x'), { name: 'y'.repeat(101) }))).toMatchObject({ name: 'Error' });
  expect(sent(new CrawlError('Blocked', 'x', { evidence: 'text' as never }))).toMatchObject({
    kind: 'Blocked',
  });
});

test('evidence that is nested without end is left out, and fails nothing', () => {
  const deep: unknown = JSON.parse(`${'['.repeat(200_000)}${']'.repeat(200_000)}`);
  const wire = {
    ...createErrorWire().pack(new CrawlError('Blocked', 'refused')),
    evidence: { deep, status: 403 },
  };
  expect(createErrorWire().unpack(wire)).toMatchObject({ kind: 'Blocked', evidence: { status: 403 } });
});
