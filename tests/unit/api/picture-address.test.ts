import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { isSigned, pictureAddress, signPicture } from '../../../api/picture-address.ts';

const KEY = 'a secret that nobody guesses, for pictures';
const names = fc.constantFrom('w', 'h', 'q', 'fit', 'blur', 'gray', 'format');
const pairs = fc.array(fc.tuple(names, fc.string({ maxLength: 5 })), { maxLength: 5 });
const path = fc.webPath().map((end) => `/img/${end}`);

test('a signature holds in any order, and with any marks beside it', () => {
  fc.assert(
    fc.property(path, pairs, fc.string(), (given, parameters, mark) => {
      const unique = [...new Map(parameters)];
      const query = new URLSearchParams([...unique.toReversed(), ['utm_source', mark]]);
      query.set('sig', signPicture(given, new URLSearchParams(unique), KEY));
      expect(isSigned(given, query, KEY)).toBe(true);
    }),
  );
});

test('another path, parameter or key breaks it', () => {
  fc.assert(
    fc.property(
      path,
      pairs,
      fc.tuple(names, fc.string({ minLength: 1 })),
      (given, parameters, [name, value]) => {
        const signed = new URLSearchParams(parameters);
        const sig = signPicture(given, signed, KEY);
        const changed = new URLSearchParams([...parameters, [name, value], ['sig', sig]]);
        expect(isSigned(given, changed, KEY)).toBe(false);
        const same = new URLSearchParams([...parameters, ['sig', sig]]);
        expect(isSigned(`${given}x`, same, KEY)).toBe(false);
        expect(isSigned(given, same, `${KEY}x`)).toBe(false);
        expect(isSigned(given, signed, KEY)).toBe(false);
      },
    ),
  );
});

test('a signature is what the documentation says', () => {
  // The expected signature comes from: printf '/img/a/b.webp?format=avif&w=200' | openssl dgst -sha256 -hmac "$KEY" -binary | basenc
  // --base64url | tr -d =
  const query = new URLSearchParams('w=200&format=avif');
  expect(signPicture('/img/a/b.webp', query, KEY)).toBe('z0ZA_DgPDjSxDf_abwNGW5AIvauCbF_-mV2RVNF8Oiw');
});

test('the address of a picture is that of its file, and signed where there is a key', () => {
  expect(pictureAddress('images/a/b.webp', undefined)).toBe('/img/a/b.webp');
  expect(pictureAddress(null, KEY)).toBeNull();
  expect(pictureAddress('elsewhere/a.webp', KEY)).toBeNull();
  const address = new URL(pictureAddress('images/a/b.webp', KEY) ?? '', 'http://localhost');
  expect(isSigned(address.pathname, address.searchParams, KEY)).toBe(true);
});
