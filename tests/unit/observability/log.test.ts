import { execFileSync, spawn } from 'node:child_process';
import { once } from 'node:events';
import { open } from 'node:fs/promises';
import { describe, expect, test } from 'vitest';

const LOG_MODULE = new URL('../../../observability/log.ts', import.meta.url).href;

/** Returns the lines that a new process writes when it runs these statements, which may use `log`. */
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
        // The text beside a URL must stay, and the line must still be valid JSON.
        const record = JSON.parse(line) as { mail?: string; msg: string };
        expect(record.mail ?? record.msg).toContain('joe@shop.test');
      }
    },
  );

  test('credentials in parameters of a URL are taken out too, and what stands beside them stays', () => {
    const [line = ''] = linesOf(`
      const url = 'https://store.test/menu?api_key=hunter2';
      log.warn({ err: new Error('got "' + url + '"'), url: url + '&page=2', next: url + '\\nline', mail: 'joe@shop.test' }, 'failed');`);
    expect(line).not.toContain('hunter2');
    expect(JSON.parse(line)).toMatchObject({
      err: { message: 'got "https://store.test/menu?api_key=***"' },
      url: 'https://store.test/menu?api_key=***&page=2',
      next: 'https://store.test/menu?api_key=***\nline',
      mail: 'joe@shop.test',
    });
  });

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

test.runIf(process.platform === 'linux')(
  'a program whose stdout is on a full disk goes on, and ends by itself',
  async () => {
    const full = await open('/dev/full', 'w');
    const program = `
    const { createLog } = await import(${JSON.stringify(LOG_MODULE)});
    const log = createLog('info');
    log.info('lost');
    setTimeout(() => { log.info('lost too'); process.stderr.write('still here'); }, 50);`;
    const child = spawn(process.execPath, ['--input-type=module', '--eval', program], {
      stdio: ['ignore', full.fd, 'pipe'],
      timeout: 10_000,
      killSignal: 'SIGKILL',
    });
    let written = '';
    child.stderr!.on('data', (piece: Buffer) => (written += piece.toString()));
    const [code] = (await once(child, 'close')) as [number | null];
    await full.close();
    expect({ code, written }).toEqual({ code: 0, written: 'still here' });
  },
);
