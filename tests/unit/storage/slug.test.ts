import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { slugOf } from '../../../storage/slug.ts';

describe('slugOf', () => {
  test.each([
    ['Deeply Rooted', 'deeply-rooted'],
    ['  Crème Brûlée — 3.5g  ', 'creme-brulee-3-5g'],
    ['../../etc/passwd', 'etc-passwd'],
    ['507f1f77bcf86cd799439011', '507f1f77bcf86cd799439011'],
    ['   ', ''],
  ])('"%s" becomes "%s"', (text, slug) => {
    expect(slugOf(text)).toBe(slug);
  });

  test('texts without a Latin letter, and long ones, are told apart', () => {
    expect(slugOf('大麻')).toMatch(/^x-[0-9a-f]{8}$/);
    expect(slugOf('大麻')).not.toBe(slugOf('茶'));
    expect(slugOf(`${'a'.repeat(100)}b`)).not.toBe(slugOf(`${'a'.repeat(100)}c`));
  });

  test('names of devices are changed, names that begin like them are not', () => {
    for (const device of ['CON', 'prn', 'Aux', 'nul', 'COM1', 'lpt9'])
      expect(slugOf(device)).toMatch(new RegExp(`^${device.toLowerCase()}-[0-9a-f]{8}$`));
    expect([slugOf('Connected'), slugOf('com 1')]).toEqual(['connected', 'com-1']);
  });

  test('any text becomes one safe part of a path, and a slug stays as it is', () => {
    fc.assert(
      fc.property(fc.string({ unit: 'binary', maxLength: 200 }), (text) => {
        const slug = slugOf(text);
        expect(slug).toMatch(/^([a-z0-9]+(-[a-z0-9]+)*)?$/);
        expect(slug.length).toBeLessThanOrEqual(80);
        expect(slug === '').toBe(text.trim() === '');
        expect(slugOf(slug)).toBe(slug);
      }),
    );
  });
});
