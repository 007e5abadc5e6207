import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { z } from 'zod';
import { readData } from '../../../../platforms/dutchie/envelope.ts';
import { UnexpectedAnswer } from '../../../../platforms/platform.ts';

const schema = z.object({ count: z.number() });

function refusalOf(answer: unknown): UnexpectedAnswer {
  try {
    readData(answer, schema, 'Counting');
  } catch (error) {
    if (error instanceof UnexpectedAnswer) return error;
    throw error;
  }
  throw new Error('the answer was accepted');
}

describe('readData', () => {
  test('gives the data, without what nobody asked for', () => {
    expect(readData({ data: { count: 3, __typename: 'Count' }, extensions: {} }, schema, 'Counting')).toEqual(
      {
        count: 3,
      },
    );
  });

  test('an empty list of errors is no error', () => {
    expect(readData({ data: { count: 3 }, errors: [] }, schema, 'Counting')).toEqual({ count: 3 });
  });

  test.each([
    ['without data', { errors: [{ message: 'Out of order' }] }],
    ['with data null', { data: null, errors: [{ message: 'Out of order', extensions: {} }] }],
    ['with data that looks whole', { data: { count: 0 }, errors: [{ message: 'Out of order' }] }],
  ])('errors that the platform reports are told as such, also %s', (_title, answer) => {
    expect(refusalOf(answer)).toMatchObject({
      complaint: 'reported',
      message: 'Counting: the platform reports Out of order',
    });
  });

  test.each([
    ['its message', { message: 'PersistedQueryNotFound' }],
    ['its code', { message: 'No such query', extensions: { code: 'PERSISTED_QUERY_NOT_FOUND' } }],
  ])('a hash that is not known is told by %s', (_title, error) => {
    expect(refusalOf({ errors: [error] }).complaint).toBe('unknown-query');
  });

  test('several reported errors are told together, cut to a length that fits a ledger', () => {
    const { message } = refusalOf({ errors: [{ message: 'first' }, { message: 'x'.repeat(10_000) }] });
    expect(message).toMatch(/^Counting: the platform reports first; x+$/);
    expect(message.length).toBeLessThan(300);
  });

  test('words of the platform that no database takes are made fit', () => {
    expect(refusalOf({ errors: [{ message: 'bad\u0000 \ud800' }] }).message).toBe(
      'Counting: the platform reports bad \ufffd',
    );
  });

  test.each([
    [null, 'Counting: expected a GraphQL answer, got null'],
    ['<html>', 'Counting: expected a GraphQL answer, got string'],
    [undefined, 'Counting: expected a GraphQL answer, got undefined'],
    [7, 'Counting: expected a GraphQL answer, got number'],
  ])('%j is no GraphQL answer, which the platform did not report', (answer, message) => {
    expect(refusalOf(answer)).toMatchObject({ complaint: 'form', message });
  });

  test.each([
    [{}, /^Counting: .*expected object/],
    [{ data: null }, /^Counting: .*expected object/],
    [{ data: { count: 'three' } }, /^Counting: .*number.*count/s],
    [{ data: null, errors: 'oops' }, /^Counting: .*expected object/],
  ])('%j has another form than known, and the message says where', (answer, text) => {
    const error = refusalOf(answer);
    expect(error.complaint).toBe('form');
    expect(error.message).toMatch(text);
  });

  test.each([['oops'], [{ message: 'Out of order' }], [[{ code: 7 }]], [[null]], [true]])(
    'data that comes beside errors of another form than known, such as %j, is not taken',
    (errors) => {
      expect(refusalOf({ data: { count: 3 }, errors })).toMatchObject({
        complaint: 'form',
        message: 'Counting: expected errors in a list, each with a message',
      });
    },
  );

  test('errors that are null are none', () => {
    expect(readData({ data: { count: 3 }, errors: null }, schema, 'Counting')).toEqual({ count: 3 });
  });

  test('whatever comes is data or an UnexpectedAnswer', () => {
    const outcomeOf = (answer: unknown): unknown => {
      try {
        return typeof readData(answer, schema, 'Counting').count;
      } catch (error) {
        return error;
      }
    };
    const outcomes = [expect.any(UnexpectedAnswer), 'number'];
    fc.assert(
      fc.property(fc.jsonValue(), fc.jsonValue(), (data, errors) => {
        for (const answer of [data, { data, errors }, { data: { count: data } }])
          expect(outcomes).toContainEqual(outcomeOf(answer));
      }),
    );
  });
});
