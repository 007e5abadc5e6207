import { expect, test } from 'vitest';
import { doubtsOf, firstReasonOf, subjectOf } from '../../../../dashboard/quarantine/describe-suspicion.ts';

const sample = { rule: 'gone', id: 'p1', name: 'Blue Dream', option: null, before: 'a', now: 'b' };

test('only the rules that doubt a menu are its doubts; earlier versions kept no counts', () => {
  const measured = [
    { rule: 'gone', count: 60, of: 90, words: '60 gone' },
    { rule: 'renamed', count: 1, of: 30, words: '1 renamed' },
  ];
  const suspicion = { fault: 'shrunk', message: '60 gone.', evidence: {}, samples: [], direction: null };
  expect(doubtsOf({ ...suspicion, measured, doubts: 1 })).toEqual([measured[0]]);
  expect(doubtsOf(suspicion)).toEqual([]);
});

test('a sample is named by its product, its option and what of it has changed', () => {
  expect(subjectOf({ ...sample, field: 'menu' })).toBe('Blue Dream');
  expect(subjectOf({ ...sample, name: '', option: '3.5g', field: 'specialRec' })).toBe('p1 3.5g rec special');
  expect(subjectOf({ ...sample, field: 'brand' })).toBe('Blue Dream brand');
});

test('of several reasons the first is shown, with how many follow; a number has no end of a sentence in it', () => {
  const message = '60 of 90 products are gone. 20 of 30 prices of 3.5 g are others. The menu is old.';
  expect(firstReasonOf({ message })).toEqual({ first: '60 of 90 products are gone.', more: 2 });
  expect(firstReasonOf({ message: 'The menu came back empty.' })).toEqual({
    first: 'The menu came back empty.',
    more: 0,
  });
});
