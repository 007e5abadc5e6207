import { describe, expect, test } from 'vitest';
import { readList } from '../../../../platforms/blaze/read-list.ts';
import { UnexpectedAnswer } from '../../../../platforms/platform.ts';

describe('readList', () => {
  test('gives the items and how many there are over all pages', () => {
    expect(readList({ data: [{ id: '1' }, null], errors: [], meta: { total_count: 7 } }, 'products')).toEqual(
      {
        items: [{ id: '1' }, null],
        totalCount: 7,
      },
    );
  });

  test.each([{}, { meta: null }, { meta: {} }, { meta: { total_count: null } }])(
    'does without a count: %j',
    (rest) => {
      expect(readList({ data: [], ...rest }, 'products').totalCount).toBeNull();
    },
  );

  test('tells what the platform reports, whatever data comes with it', () => {
    const answer = {
      errors: [{ title: 'Bad' }, { title: 'Worse', detail: 'The shop is away' }, {}],
      data: [],
    };
    expect(() => readList(answer, 'products')).toThrow(
      new UnexpectedAnswer(
        'products: the platform reports Bad; The shop is away; an error without a message',
        'reported',
      ),
    );
  });

  test.each([
    [null, /expected object, received null/],
    [[], /expected object, received array/],
    [{ data: {} }, /expected array, received object/],
    [{ data: [{}, 7] }, /expected resources in the list/],
    [{ data: [], errors: 'oops' }, /errors/],
    [{ data: [], errors: ['oops'] }, /errors/],
    [{ data: [], errors: { title: 'oops' } }, /errors/],
    [{ data: [], meta: { total_count: -1 } }, /total_count/],
    [{ data: [], meta: { total_count: 1.5 } }, /total_count/],
    [{ data: [], meta: { total_count: '7' } }, /total_count/],
  ])('refuses the form of %j', (answer, text) => {
    expect(() => readList(answer, 'products')).toThrow(text);
    expect(() => readList(answer, 'products')).toThrow(UnexpectedAnswer);
  });
});
