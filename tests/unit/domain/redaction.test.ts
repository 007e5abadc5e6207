import { expect, test } from 'vitest';
import { CrawlError } from '../../../domain/errors.ts';
import { createRedaction } from '../../../domain/redaction.ts';

test('an error stays the same object, without the secret in anything that it carries', () => {
  const { add, redact } = createRedaction();
  const error = new CrawlError('RateLimited', 'too many for s3cret-word', {
    evidence: { cookie: 'sid=s3cret-word' },
    cause: new Error('s3cret-word'),
    retryAfterMs: 5,
  });
  expect(redact(error).message).toBe('too many for s3cret-word');
  add('s3cret-word');
  expect(redact(error)).toBe(error);
  expect(error).toMatchObject({
    message: 'too many for ***',
    evidence: { cookie: 'sid=***' },
    retryAfterMs: 5,
  });
  expect([error.stack, (error.cause as Error).stack].join()).not.toContain('s3cret');
});

test('circular errors and values that are too deep end', () => {
  const { add, redact } = createRedaction();
  add('s3cret-word');
  const error: Error & { self?: unknown } = new Error('of s3cret-word');
  error.self = error;
  expect(redact(error).message).toBe('of ***');
  let deep: unknown = 's3cret-word';
  for (let level = 0; level < 100_000; level += 1) deep = [deep];
  expect(JSON.stringify(redact(deep))).not.toContain('s3cret');
});

test.each([
  ['of abc', 'of abc'],
  ['of ann-smith and s3cret-word', 'of *** and ***'],
  // The whole value comes before its parts.
  ['line one 1\nline two 2', '***'],
  ['only line two 2', 'only ***'],
  [`${'x'.repeat(600)}s3cret-`, `${'x'.repeat(600)}***`],
  ['a short text with s3cret-', 'a short text with s3cret-'],
])('only whole values of some length are replaced: %s', (given, shown) => {
  const { add, text } = createRedaction();
  add({ short: 'abc', user: 'ann-smith', password: 's3cret-word', key: 'line one 1\nline two 2' });
  expect(text(given)).toBe(shown);
});

test('the kind of an error stays, since it decides what happens next', () => {
  const { add, redact } = createRedaction();
  add('Broken');
  expect(redact(new CrawlError('ContractBroken', 'of Broken'))).toMatchObject({
    kind: 'ContractBroken',
    message: 'of ***',
  });
});

test('secrets are found in the forms that URLs and numbers have', () => {
  const { add, text, redact } = createRedaction();
  add({ password: `p@ss!w(or)d/'x y"z`, pin: '12345678' });
  const parsed = new URL(`https://site.test/p@ss!w(or)d/'x y"z?p=p@ss!w(or)d/'x y"z`);
  expect(text(parsed.href)).toBe('https://site.test/***?p=***');
  parsed.search = '';
  parsed.searchParams.set('p', `p@ss!w(or)d/'x y"z`);
  expect(text(parsed.href)).toBe('https://site.test/***?p=***');
  expect(redact({ pin: 12345678, other: 1234567, more: 123456789 })).toEqual({
    pin: '***',
    other: 1234567,
    more: 123456789,
  });
});

test('a user name that is the account of the job stays, and its password with it does not', () => {
  const { add, text } = createRedaction(['ann-smith', null]);
  add({ username: 'ann-smith', password: 's3cret-word' });
  expect(text(`https://site.test/ann-smith?k=s3cret-word ${btoa('ann-smith:s3cret-word')}`)).toBe(
    'https://site.test/ann-smith?k=*** ***',
  );
});
