import type { Expected, HostileCase } from '../hostile-case.ts';
import { answerOf, idsOf, products } from '../menu.ts';
import { flood } from '../flood.ts';
import { always, http1, reply } from '../site.ts';

const THREE = products(3);
const MENU = JSON.stringify(answerOf(THREE));
const ACCEPTED: Expected = { ids: idsOf(THREE) };
const BROKEN: Expected = { kind: 'ContractBroken' };
const nested = (depth: number): string => `${'['.repeat(depth)}${']'.repeat(depth)}`;
/** Returns the menu with one more field in its first product, whose value is this JSON text. */
const withField = (text: string, name = '"odd"'): string =>
  MENU.replace('"products":[{', `"products":[{${name}:${text},`);

/** Bodies that are not JSON, or JSON that parsers handle badly. */
export const JSON_CASES: HostileCase[] = [
  row('empty', 'The body is empty', '', BROKEN),
  row('null', 'The body is null', 'null', BROKEN),
  row('number', 'The body is a number', '42', BROKEN),
  row('string', 'The body is a string', '"menu"', BROKEN),
  row('array', 'The body is a list', '[]', BROKEN),
  row('object', 'The body is an empty object', '{}', BROKEN),
  row('cut', 'The JSON is cut', MENU.slice(0, -30), BROKEN),
  row(
    'cut-in-string',
    'The JSON is cut inside a string',
    MENU.slice(0, MENU.indexOf('Product 1') + 4),
    BROKEN,
  ),
  row('tail', 'Garbage follows the JSON', `${MENU}garbage`, BROKEN),
  row('two-documents', 'The menu comes twice', `${MENU}\n${MENU}`, BROKEN),
  row('prefixed', 'The JSON stands behind a guard against scripts', `)]}',\n${MENU}`, BROKEN),
  row('byte-order-mark', 'The JSON begins with a byte order mark', `\ufeff${MENU}`, BROKEN),
  row('utf-16', 'The JSON is UTF-16', Buffer.from(`\ufeff${MENU}`, 'utf16le'), BROKEN),
  row(
    'invalid-utf-8',
    'A byte is no UTF-8',
    Buffer.from(MENU.replace('Product 1', 'Caf\u00e9'), 'latin1'),
    BROKEN,
  ),
  row('nul-bytes', 'NULs stand between the tokens', MENU.replaceAll(',', ',\0'), BROKEN),
  row('raw-nul-in-string', 'A raw NUL stands in a string', MENU.replace('Product 1', 'Pro\0duct'), BROKEN),
  row('escaped-nul', 'A NUL is escaped in a name', MENU.replace('Product 1', 'Pro\\u0000duct'), ACCEPTED),
  row('lone-surrogate', 'Half a character stands in a name', MENU.replace('Product 1', '\\ud83d'), ACCEPTED),
  row('lone-surrogate-as-key', 'Half a character is a key', withField('1', '"\\udc00"'), ACCEPTED),
  row('single-quotes', 'Quotes are single', MENU.replaceAll('"', "'"), BROKEN),
  row('trailing-comma', 'A comma stands before the end', MENU.replace(/\}$/, ',}'), BROKEN),
  row('comment', 'A comment stands in the JSON', `/* menu */${MENU}`, BROKEN),
  row('nan', 'A number is NaN', withField('NaN'), BROKEN),
  row('infinity', 'A number is Infinity', withField('Infinity'), BROKEN),
  row('leading-zero', 'A number begins with zero', withField('007'), BROKEN),
  // No double can hold this number, so the payload has null instead. The product keeps its other fields.
  row('1e400', 'A number is beyond all doubles', withField('1e400'), ACCEPTED),
  row('30-digits', 'A number has thirty digits', withField('123456789012345678901234567890'), ACCEPTED),
  row('minus-zero', 'A number is minus zero', withField('-0'), ACCEPTED),
  row('million-digits', 'A number has a million digits', withField('9'.repeat(1_000_000)), ACCEPTED),
  row(
    'proto-key',
    'A product has a key "__proto__"',
    withField('{"polluted":true}', '"__proto__"'),
    ACCEPTED,
  ),
  row(
    'proto-at-the-top',
    'The answer has a key "__proto__"',
    MENU.replace('{"data":', '{"__proto__":{"polluted":true},"data":'),
    ACCEPTED,
  ),
  row(
    'proto-holds-the-data',
    'The data is in "__proto__", where it would be inherited',
    `{"__proto__":${MENU}}`,
    BROKEN,
  ),
  row(
    'constructor-key',
    'A product has a key "constructor"',
    withField('{"prototype":{"polluted":true}}', '"constructor"'),
    ACCEPTED,
  ),
  row(
    'to-string-key',
    'A product has keys that objects have by themselves',
    withField('1', '"toString"'),
    ACCEPTED,
  ),
  row('to-json-key', 'A product has a key "toJSON"', withField('"not a function"', '"toJSON"'), ACCEPTED),
  // The JSON standard does not say which of two equal keys counts. All parsers that were tried take the last one.
  row('duplicate-keys', 'The data comes twice in one object', `{"data":null,${MENU.slice(1)}`, ACCEPTED),
  row('depth-50', 'A field is nested fifty deep', withField(nested(50)), ACCEPTED),
  row('depth-65', 'A field is nested too deep by one', withField(nested(60)), BROKEN),
  row('depth-100000', 'A field is nested 100 000 deep', withField(nested(100_000)), BROKEN),
  row('depth-unbalanced', 'A million brackets open', '['.repeat(1_000_000), BROKEN),
  row(
    'brackets-in-string',
    'A string holds a thousand brackets',
    withField(`"${'['.repeat(1_000)}"`),
    ACCEPTED,
  ),
  row('many-keys', 'A product has 20 000 keys', withField(`{${manyKeys(20_000)}}`), ACCEPTED),
  row('long-key', 'A key has a million letters', withField('1', `"${'k'.repeat(1_000_000)}"`), ACCEPTED),
  row('long-string', 'A name has a million letters', withField(`"${'x'.repeat(1_000_000)}"`), ACCEPTED),
  {
    id: 'json-30-megabytes',
    says: 'Thirty megabytes come, without a length',
    site: http1(({ socket }) => {
      reply(socket, { headers: { 'content-length': null, connection: 'close' }, body: MENU.slice(0, -1) });
      flood(socket, ' '.repeat(0x10000), 30_000_000);
    }),
    expected: { kind: 'ContractBroken', evidence: { fault: 'body-too-large' } },
  },
];

function manyKeys(count: number): string {
  return Array.from({ length: count }, (_, number) => `"key${number}":${number}`).join();
}

function row(id: string, says: string, ...[body, expected]: [string | Buffer, Expected]): HostileCase {
  return { id: `json-${id}`, says, site: always({ body }), expected };
}
