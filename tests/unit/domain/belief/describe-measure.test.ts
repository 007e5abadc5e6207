import { expect, test } from 'vitest';
import { describeMeasure } from '../../../../domain/belief/describe-measure.ts';
import { RULES } from '../../../../domain/belief/rules.ts';

test.each([
  [{ rule: 'gone', count: 60, of: 90 }, '60 of 90 products of the last menu are gone at once'],
  [
    { rule: 'rec-changed', count: 20, of: 30, up: 19 },
    '20 of 30 products have another recreational price than before, 19 of them up',
  ],
  [{ rule: 'empty', count: 9, of: 9 }, 'the menu came back empty, and the last one had 9 products'],
  [{ rule: 'twin', count: 1, of: 1 }, 'a page is identical to one of another store'],
  [{ rule: 'of-an-earlier-version', count: 2, of: 3, up: 1 }, 'of-an-earlier-version: 2 of 3, 1 of them up'],
])('what %o counted is a sentence', (counted, text) => {
  expect(describeMeasure(counted)).toBe(text);
});

test('no rule is named by its name alone', () => {
  for (const { name } of RULES)
    expect(describeMeasure({ rule: name, count: 1, of: 2 })).not.toContain(`${name}:`);
});
