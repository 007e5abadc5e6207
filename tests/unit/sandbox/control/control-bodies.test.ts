import { describe, expect, it } from 'vitest';
import {
  parseFaultRules,
  parsePass,
  parseProxyChange,
  parseRobotsFile,
  parseWaitQuery,
} from '../../../../sandbox/control/control-bodies.ts';

const rule = (action: object, match: object = {}) => JSON.stringify({ rules: [{ match, action }] });

describe('the bodies of control calls', () => {
  it.each([
    { type: 'status', status: 403, headers: { 'retry-after': '3' } },
    { type: 'latency', ms: 10 },
    { type: 'truncate' },
    { type: 'cut' },
    { type: 'body', body: '{}', contentType: 'application/json' },
    { type: 'hold' },
    { type: 'persistedQueryNotFound' },
  ])('may ask for $type', (action) => {
    expect(parseFaultRules(rule(action))).toEqual([{ match: {}, action }]);
  });

  it('are refused with the accepted types when the type is unknown', () => {
    expect(() => parseFaultRules(rule({ type: 'explode' }))).toThrow(
      /explode.*accepted types are status, latency, truncate/s,
    );
  });

  it('are refused with the name of a misspelled part', () => {
    expect(() => parseFaultRules(rule({ type: 'cut' }, { exitAdress: '1' }))).toThrow('exitAdress');
  });

  it('are refused when they are no JSON or hold no rule', () => {
    expect(() => parseFaultRules('{')).toThrow('Expected a JSON body, got {');
    expect(() => parseFaultRules('')).toThrow('got nothing');
    expect(() => parseFaultRules('{"rules":[]}')).toThrow('rules');
  });

  it('have usual values for waiting', () => {
    expect(parseWaitQuery(new URLSearchParams('operation=FilteredProducts&page=2'))).toEqual({
      operation: 'FilteredProducts',
      page: 2,
      count: 1,
      since: 0,
      timeoutMs: 30_000,
    });
    expect(() => parseWaitQuery(new URLSearchParams('pages=2'))).toThrow('pages');
  });

  it('takes a robots.txt of a host, or null for none', () => {
    expect(parseRobotsFile('{"host":"a.test","text":"User-agent: *"}')).toEqual({
      host: 'a.test',
      text: 'User-agent: *',
    });
    expect(parseRobotsFile('{"host":"a.test","text":null}').text).toBeNull();
    expect(() => parseRobotsFile('{"host":"a.test"}')).toThrow(
      'Expected a body {"host":"…","text":"…"|null}',
    );
  });

  it('name the proxies there are when another is meant', () => {
    const known = ['203.0.113.11'];
    expect(parseProxyChange('{"exitAddress":"203.0.113.11","works":false}', known)).toEqual({
      exitAddress: known[0],
      works: false,
    });
    expect(() => parseProxyChange('{"exitAddress":"10.0.0.1","works":false}', known)).toThrow(
      /one of 203\.0\.113\.11; got 10\.0\.0\.1/,
    );
  });

  it('may slow a proxy down or have it refuse, with a status that proxies have', () => {
    const body = { exitAddress: '203.0.113.11', works: true, bytesPerSecond: 50, refuses: 407 };
    expect(parseProxyChange(JSON.stringify(body), [body.exitAddress])).toEqual(body);
    expect(() => parseProxyChange(JSON.stringify({ ...body, refuses: 404 }), [body.exitAddress])).toThrow(
      '"refuses"?:407|502',
    );
  });

  it('accept whole passes only', () => {
    expect(parsePass(new URLSearchParams('pass=3'))).toBe(3);
    expect(() => parsePass(new URLSearchParams('pass=-1'))).toThrow('-1');
  });
});
