import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { CrawlError } from '../../../domain/errors.ts';
import {
  FITS,
  FORMATS,
  parseResizeParameters,
  type ResizeParameters,
  type ResizeQuery,
} from '../../../storage/resize-parameters.ts';

const DEFAULTS = {
  width: null,
  height: null,
  quality: 80,
  fit: 'cover',
  blur: null,
  gray: false,
  format: 'webp',
};

describe('the parameters of a picture', () => {
  test('have defaults, and names that are not ours change nothing', () => {
    expect(parseResizeParameters({})).toEqual(DEFAULTS);
    expect(parseResizeParameters({ v: '7', utm_source: ['a', 'b'] })).toEqual(DEFAULTS);
  });

  test('are read', () => {
    expect(
      parseResizeParameters({
        w: '200',
        h: '4000',
        q: '1',
        fit: 'inside',
        blur: '0.3',
        gray: '1',
        format: 'avif',
      }),
    ).toEqual({
      width: 200,
      height: 4000,
      quality: 1,
      fit: 'inside',
      blur: 0.3,
      gray: true,
      format: 'avif',
    });
    for (const fit of FITS) expect(parseResizeParameters({ fit })).toEqual({ ...DEFAULTS, fit });
    for (const format of FORMATS) expect(parseResizeParameters({ format })).toEqual({ ...DEFAULTS, format });
    expect(parseResizeParameters({ q: '100', blur: '1000', gray: '0' })).toEqual({
      ...DEFAULTS,
      quality: 100,
      blur: 1000,
    });
  });

  test.each([
    ['w', '0', 'a whole number of pixels from 1 to 4000'],
    ['w', '4001', 'a whole number of pixels from 1 to 4000'],
    ['h', '-5', 'a whole number of pixels from 1 to 4000'],
    ['h', '1e3', 'a whole number of pixels from 1 to 4000'],
    ['h', ' 5', 'a whole number of pixels from 1 to 4000'],
    ['w', '', 'a whole number of pixels from 1 to 4000'],
    ['q', '101', 'a whole number from 1 to 100'],
    ['q', '80.5', 'a whole number from 1 to 100'],
    ['fit', 'Cover', 'cover, contain, fill, inside, outside'],
    ['blur', '0.29', 'a number from 0.3 to 1000'],
    ['blur', '1000.1', 'a number from 0.3 to 1000'],
    ['blur', 'NaN', 'a number from 0.3 to 1000'],
    ['gray', 'true', '1, or 0 for not'],
    ['format', 'svg', 'webp, jpeg, png, avif'],
  ])('%s=%s is refused with what was given and what is accepted', (name, given, takes) => {
    expect(() => parseResizeParameters({ [name]: given })).toThrow(
      expect.objectContaining({
        kind: 'InvalidInput',
        message: `The parameter ${name} takes ${takes}, got ${JSON.stringify(given)}`,
      }),
    );
  });

  test('given twice is refused', () => {
    expect(() => parseResizeParameters({ w: ['1', '2'] })).toThrow(
      'The parameter w takes a whole number of pixels from 1 to 4000, got 2 values',
    );
  });

  test('whatever is given, the answer is within the limits or one short error', () => {
    const value = fc.oneof(
      fc.string(),
      fc.integer().map(String),
      fc.double().map(String),
      fc.constant(undefined),
    );
    const names = ['w', 'h', 'q', 'fit', 'blur', 'gray', 'format', '__proto__', 'constructor'];
    fc.assert(
      fc.property(fc.dictionary(fc.constantFrom(...names), value), (query) => {
        const { width, height, quality, blur } = parseOrDefault(query);
        expect(Math.max(width ?? 1, height ?? 1)).toBeLessThanOrEqual(4000);
        expect(Math.min(width ?? 1, height ?? 1, quality)).toBeGreaterThanOrEqual(1);
        expect(blur ?? 1).toBeLessThanOrEqual(1000);
      }),
    );
  });
});

/** Parses a query; returns the default if it is refused in a proper way. @throws anything but a single short refusal */
function parseOrDefault(query: ResizeQuery): ResizeParameters {
  try {
    return parseResizeParameters(query);
  } catch (error) {
    if (error instanceof CrawlError && error.kind === 'InvalidInput' && error.message.length < 200)
      return parseResizeParameters({});
    throw error;
  }
}
