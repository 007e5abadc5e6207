import { readFileSync } from 'node:fs';
import { describe, expect, test } from 'vitest';
import { remedyOf } from '../../../domain/error-remedies.ts';
import {
  CrawlError,
  FAILURE_KINDS,
  isFailureKind,
  meaningOf,
  type FailureKind,
} from '../../../domain/errors.ts';

const documented = readFileSync(new URL('../../../docs/reference/errors.md', import.meta.url), 'utf8')
  .split('\n')
  .filter((line) => line.startsWith('| `'))
  .map((line) => line.split('|').map((cell) => cell.trim()));

describe('the kinds of failure', () => {
  test('docs/reference/errors.md and the code list the same kinds in the same order', () => {
    expect(documented.map((cells) => cells[1])).toEqual(
      Object.keys(FAILURE_KINDS).map((kind) => `\`${kind}\``),
    );
  });

  test.each(documented)('docs/reference/errors.md tells of %s%s what the code says', (...cells) => {
    const [, kind = '', retried, blamed] = cells;
    const meaning = FAILURE_KINDS[kind.replaceAll('`', '') as FailureKind];
    expect(retried).toBe(meaning.retryable ? 'yes' : 'no');
    expect(blamed).toBe(meaning.blames);
  });

  test('each says in one sentence what the runner does; of other errors nothing is known', () => {
    for (const { runner } of Object.values(FAILURE_KINDS)) expect(runner).toMatch(/^[A-Z][^.]+\.$/);
    expect(meaningOf('Blocked')).toBe(FAILURE_KINDS.Blocked.runner);
    expect([meaningOf('TypeError'), meaningOf(null)]).toEqual([null, null]);
  });

  test('each says what a person does about it; of other errors nothing is known', () => {
    for (const kind of Object.keys(FAILURE_KINDS)) expect(remedyOf(kind)).toMatch(/^[A-Z].+\.$/);
    expect([remedyOf('TypeError'), remedyOf(null)]).toEqual([null, null]);
  });

  test('only the fault of a proxy or a block counts against the proxy', () => {
    const blamed = Object.entries(FAILURE_KINDS).filter(([, meaning]) => meaning.blames === 'proxy');
    expect(blamed.map(([kind]) => kind)).toEqual(['Blocked', 'ProxyFault']);
  });
});

describe('CrawlError', () => {
  test('keeps the kind, the evidence, the wait and the cause', () => {
    const cause = new Error('underneath');
    const error = new CrawlError('RateLimited', 'slow down', {
      evidence: { status: 429 },
      retryAfterMs: 5,
      cause,
    });
    expect(error).toBeInstanceOf(Error);
    expect(error).toMatchObject({ name: 'CrawlError', kind: 'RateLimited', retryAfterMs: 5, cause });
    expect(error.evidence).toEqual({ status: 429 });
  });

  test('has no field that was not given', () => {
    expect(Object.keys(new CrawlError('NotFound', 'gone')).sort()).toEqual(['kind', 'name']);
  });

  test('a name from the prototype chain is no kind', () => {
    expect(isFailureKind('Blocked')).toBe(true);
    expect(isFailureKind('toString')).toBe(false);
    expect(isFailureKind(null)).toBe(false);
  });
});
