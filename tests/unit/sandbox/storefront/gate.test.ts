import { runInNewContext } from 'node:vm';
import { expect, test } from 'vitest';
import { createGate } from '../../../../sandbox/storefront/gate.ts';

/** Runs the script as a page does. @returns the cookie that the script set */
function runPage(script: string): string {
  const page = { document: { cookie: '' } };
  runInNewContext(script.replaceAll(/<\/?script>/g, ''), { ...page, globalThis: page });
  return page.document.cookie.split(';')[0]!;
}

test('an open gate needs no pass, and puts nothing into pages', () => {
  const gate = createGate();
  expect(gate.isClosed()).toBe(false);
  expect(gate.scriptFor('203.0.113.11')).toBe('');
});

test('a closed gate admits the cookie that a page’s script worked out, from the address that loaded the page', () => {
  const gate = createGate();
  gate.setClosed(true);
  const script = gate.scriptFor('203.0.113.11');
  const cookie = runPage(script);
  expect(gate.admits(`other=1; ${cookie}`, '203.0.113.11')).toBe(true);
  expect(gate.admits(cookie, '203.0.113.12')).toBe(false);
  expect(gate.admits(undefined, '203.0.113.11')).toBe(false);
  expect(gate.admits(`${cookie}1`, '203.0.113.11')).toBe(false);
  const [number] = /[0-9a-f]{24}/.exec(script)!;
  expect(gate.admits(`pass=${number}.1`, '203.0.113.11')).toBe(false);
});
