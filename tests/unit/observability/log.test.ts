import { execFileSync } from 'node:child_process';
import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { withoutCredentials } from '../../../observability/log.ts';

const LOG_MODULE = new URL('../../../observability/log.ts', import.meta.url).href;

/** The lines that a process of its own writes when it runs these statements with `log` at hand. */
function linesOf(statements: string, level = 'trace'): string[] {
  const program = `
    const { createLog } = await import(${JSON.stringify(LOG_MODULE)});
    const log = createLog(${JSON.stringify(level)}, { worker: 'Xylos' });
    ${statements}`;
  return execFileSync(process.execPath, ['--input-type=module', '--eval', program], { encoding: 'utf8' })
    .trimEnd()
    .split('\n');
}

function recordsOf(statements: string, level?: string): Record<string, unknown>[] {
  return linesOf(statements, level).map((line) => JSON.parse(line) as Record<string, unknown>);
}

describe('withoutCredentials', () => {
  test.each([
    ['http://joe:secret@10.0.0.1:8080', 'http://***@10.0.0.1:8080'],
    ['socks5://joe:secret@proxy.test:1080 refused', 'socks5://***@proxy.test:1080 refused'],
    ['http://joe:p%40ss%2Fw%3Ard@proxy.test', 'http://***@proxy.test'],
    ['http://joe:se@cret@proxy.test', 'http://***@proxy.test'],
    ['http://:secret@proxy.test', 'http://***@proxy.test'],
    ['http://secret-token@proxy.test', 'http://***@proxy.test'],
    ['a http://a:b@c and d http://e:f@g', 'a http://***@c and d http://***@g'],
    ['("http://joe:secret@proxy.test")', '("http://***@proxy.test")'],
  ])('%s becomes %s', (text, expected) => {
    expect(withoutCredentials(text)).toBe(expected);
  });

  test.each([
    'http://10.0.0.1:8080/path?mail=a@b.test',
    'https://dutchie.com/@brand/menu',
    '{"address":"http://10.0.0.1:8080","note":"ask joe@shop.test"}',
    'file:///srv/crawlchain/node_modules/@temporalio/worker/lib/worker.js:10:5',
    'write to joe@shop.test // today: nothing@all',
  ])('%s has none and stays as it is', (text) => {
    expect(withoutCredentials(text)).toBe(text);
  });

  test('no password in a URL gets through, whatever its characters', () => {
    const password = fc.string({ unit: 'grapheme', minLength: 8, maxLength: 20 });
    fc.assert(
      fc.property(password, fc.string({ maxLength: 10 }), (secret, around) => {
        const encoded = encodeURIComponent(secret);
        const text = `${around} http://user:${encoded}@proxy.test:80/${around}`;
        expect(withoutCredentials(text)).not.toContain(`:${encoded}@`);
        expect(withoutCredentials(text)).toContain('//***@proxy.test:80/');
      }),
    );
  });
});

describe('createLog', () => {
  test('writes one JSON object a line, with the level in words, the time and the bindings', () => {
    const records = recordsOf(
      `log.info('one\\ntwo'); log.child({ queue: 'media' }).warn({ left: 3 }, 'slow');`,
    );
    expect(records).toEqual([
      { level: 'info', time: expect.any(String), worker: 'Xylos', msg: 'one\ntwo' },
      { level: 'warn', time: expect.any(String), worker: 'Xylos', queue: 'media', left: 3, msg: 'slow' },
    ]);
    expect(new Date(String(records[0]?.['time'])).toISOString()).toBe(records[0]?.['time']);
  });

  test('lines below the level are not written', () => {
    const records = recordsOf(`log.debug('quiet'); log.info('quiet'); log.warn('loud');`, 'warn');
    expect(records.map(({ msg }) => msg)).toEqual(['loud']);
  });

  test('an error is told with its kind, its evidence and every cause', () => {
    const [record] = recordsOf(`
      const cause = new Error('socket closed', { cause: 'ECONNRESET' });
      const error = Object.assign(new RangeError('no answer', { cause }), { kind: 'ProxyFault', evidence: { status: 502 } });
      log.error({ err: error }, 'failed');`);
    expect(record?.['err']).toMatchObject({
      name: 'RangeError',
      message: 'no answer',
      kind: 'ProxyFault',
      evidence: { status: 502 },
      stack: expect.stringContaining('RangeError: no answer'),
      cause: { name: 'Error', message: 'socket closed', cause: { message: 'ECONNRESET' } },
    });
  });

  test.each(['secret', 'p@ss/w:rd?#&=', 'quo"te\\back', '100%', 'späße 🍓', '<tag>', "it's(odd)!*~"])(
    'the password %s appears nowhere in a line',
    (password) => {
      const url = `http://joe:${encodeURIComponent(password)}@proxy.test:8080`;
      const lines = linesOf(`
        const url = ${JSON.stringify(url)};
        const mail = 'joe@shop.test';
        log.info('through ' + url + ' to ' + mail);
        log.info({ proxy: { url, list: [{ url }, url] }, url, mail }, 'nested');
        log.error({ err: new Error('a ' + url, { cause: new Error('b ' + url, { cause: 'c ' + url }) }), mail }, 'x');
        log.child({ url, mail }).warn('bound');`);
      expect(lines).toHaveLength(4);
      for (const line of lines) {
        expect(line).not.toContain(encodeURIComponent(password));
        expect(line).not.toContain('joe:');
        expect(line).toContain('//***@proxy.test:8080');
        // What stands beside a URL must survive: the line is still the JSON that it was.
        const record = JSON.parse(line) as { mail?: string; msg: string };
        expect(record.mail ?? record.msg).toContain('joe@shop.test');
      }
    },
  );

  test('addresses without credentials, and mail addresses beside them, stay as they are', () => {
    const [record] = recordsOf(
      `log.info({ url: 'http://10.0.0.1:8080', mail: 'joe@shop.test', text: 'http://10.0.0.1:80\\njoe@x.test' });`,
    );
    expect(record).toMatchObject({
      url: 'http://10.0.0.1:8080',
      mail: 'joe@shop.test',
      text: 'http://10.0.0.1:80\njoe@x.test',
    });
  });

  test('a password in a field of its own is not shown either, at any depth', () => {
    const [line = ''] = linesOf(`
      const proxy = { id: 7, host: 'proxy.test', username: 'joe', password: 'hun"ter\\\\2' };
      log.info({ password: 'hunter2', lease: { proxy }, list: [proxy] }, 'leased');`);
    expect(line).not.toMatch(/hun/);
    expect(JSON.parse(line)).toMatchObject({
      password: '***',
      lease: { proxy: { id: 7, host: 'proxy.test', password: '***' } },
      list: [{ password: '***' }],
    });
  });
});

test('an error of a workflow, which comes out of another realm, keeps its words', () => {
  const [record] = recordsOf(`
    const { runInNewContext } = await import('node:vm');
    log.warn({ error: runInNewContext("new Error('There is no dispensary 99.', { cause: new TypeError('why') })") }, 'failed');
  `);
  expect(record).toMatchObject({
    error: { message: 'There is no dispensary 99.', cause: { message: 'why' } },
  });
});
