import { describe, expect, test } from 'vitest';
import { parseProxies } from '../../../egress/parse-proxies.ts';

const only = (text: string) => {
  const { proxies, complaints } = parseProxies(text);
  expect(complaints).toEqual([]);
  expect(proxies).toHaveLength(1);
  return proxies[0]!;
};

const plain = { protocol: 'http', host: 'proxy.test', port: 8080, username: null, password: null };
const joe = { ...plain, username: 'joe', password: 's3cret' };

describe('a line', () => {
  test.each([
    ['proxy.test:8080', plain],
    ['http://proxy.test:8080', plain],
    ['HTTPS://Proxy.Test:8080/', { ...plain, protocol: 'https' }],
    ['http://joe:s3cret@proxy.test:8080', joe],
    ['proxy.test:8080:joe:s3cret', joe],
    ['joe:s3cret@proxy.test:8080', joe],
    ['socks5://joe:s3cret@proxy.test:8080', { ...joe, protocol: 'socks5' }],
    ['socks5h://joe:s3cret@proxy.test:8080', { ...joe, protocol: 'socks5' }],
    ['http://joe@proxy.test:8080', { ...joe, password: null }],
    ['http://[2001:db8::1]:3128', { ...plain, host: '2001:db8::1', port: 3128 }],
    ['  198.51.100.7:3128  ', { ...plain, host: '198.51.100.7', port: 3128 }],
  ])('%s', (line, expected) => {
    expect(only(line)).toEqual(expected);
  });

  test.each([
    ['http://joe:p%40ss%3Aw%2Frd%25@proxy.test:8080', 'p@ss:w/rd%'],
    ['http://joe:p@ss:w/rd%@proxy.test:8080', 'p@ss:w/rd%'],
    ['proxy.test:8080:joe:p@ss:w/rd%41', 'p@ss:w/rd%41'],
    ['joe:p@ss:w/rd%41@proxy.test:8080', 'p@ss:w/rd%41'],
    ['http://joe:100%25sure@proxy.test:8080', '100%sure'],
    ['proxy.test:8080:joe:# no comment', '# no comment'],
  ])('keeps every letter of the password: %s', (line, password) => {
    expect(only(line)).toEqual({ ...joe, password });
  });

  test.each([
    'proxy.test',
    'proxy.test:',
    'proxy.test:0',
    'proxy.test:70000',
    'socks4://proxy.test:1080',
    'joe:s3cret@',
    '-proxy.test:80',
    'http://joe:s3cret@proxy .test:80',
  ])('that is wrong is refused with its number, what is accepted, and nothing of it: %s', (line) => {
    const { proxies, complaints } = parseProxies(`# first\n\n${line}\nproxy.test:1`);
    expect(complaints).toHaveLength(1);
    expect(complaints[0]).toMatch(/^Line 3: .*(it takes|is not|is missing)/);
    expect(complaints[0]).not.toContain('s3cret');
    expect(proxies).toHaveLength(1);
  });
});

test('a list may hold comments, blank lines, other line ends, a byte order mark, and every form at once', () => {
  const { proxies, complaints } = parseProxies(
    '\uFEFF# provider A\r\n\r\na.test:1\r\nb.test:2:u:p\r\n  # more\r\nsocks5://c.test:3\r\n',
  );
  expect(complaints).toEqual([]);
  expect(proxies.map(({ host, port }) => [host, port])).toEqual([
    ['a.test', 1],
    ['b.test', 2],
    ['c.test', 3],
  ]);
});

describe('a line of commas, without a line that names the columns', () => {
  test.each([
    ['proxy.test,8080', plain],
    ['proxy.test,8080,joe,s3cret', joe],
    ['"proxy.test","8080","joe","s3cret"', joe],
    [' Proxy.Test , 8080 ,joe,s3cret', joe],
    ['proxy.test,8080,joe', { ...joe, password: null }],
    ['proxy.test,8080,,', plain],
    ['[2001:db8::1],8080', { ...plain, host: '2001:db8::1' }],
    ['proxy.test,8080,joe,p@ss:w/rd%41#', { ...joe, password: 'p@ss:w/rd%41#' }],
    ['proxy.test,8080,joe,"p,""w"', { ...joe, password: 'p,"w' }],
  ])('is host, port, user and password: %s', (line, expected) => {
    expect(only(line)).toEqual(expected);
  });

  test.each([
    ['proxy.test,0,joe,s3cret', 'the port is not a whole number from 1 to 65535.'],
    ['proxy.test,8080,,s3cret', 'there is a password without a user name.'],
    ['proxy.test,8080,joe,"s3cret', 'it is not valid CSV (CSV_QUOTE_NOT_CLOSED).'],
    [
      'proxy.test,8080,joe,s3cret,US',
      'it has more columns than host, port, username, password; put a password with a comma in quotes, and name other columns in the first line.',
    ],
    ['proxy.test,8080,joe,s3cret:x@proxy.test:80', 'it can be read in two ways; write it as a URL.'],
    ['proxy.test,port,joe,s3cret', expect.stringMatching(/^it takes .* or host,port,user,password\.$/)],
  ])('that is wrong is refused without being quoted: %s', (line, complaint) => {
    const { proxies, complaints } = parseProxies(`a.test,1\n${line}`);
    expect(proxies).toHaveLength(1);
    expect(complaints.map((text) => text.replace('Line 2: ', ''))).toEqual([complaint]);
  });

  test.each(['joe:12,34@proxy.test:8080', 'proxy.test:8080:joe:12,34', 'http://joe:12,34@proxy.test:8080'])(
    'is not what a comma in a password makes of another form: %s',
    (line) => {
      expect(only(line)).toEqual({ ...joe, password: '12,34' });
    },
  );

  test('may stand beside lines of the other forms', () => {
    const { proxies, complaints } = parseProxies('# list\na.test,1,joe,s3cret\nb.test:2\nsocks5://c.test:3');
    expect(complaints).toEqual([]);
    expect(proxies.map(({ host, port }) => [host, port])).toEqual([
      ['a.test', 1],
      ['b.test', 2],
      ['c.test', 3],
    ]);
  });
});

describe('CSV', () => {
  test('is told by its header, whose columns may come in any order', () => {
    const text = [
      '# provider B',
      'Port,host,username,password,country,max_concurrent,owner,protocol',
      '8080,a.test,joe,"p,@:/%""#",us,3,acme,socks5',
      '8081,b.test,,,,,,',
    ].join('\n');
    expect(parseProxies(text)).toEqual({
      complaints: [],
      proxies: [
        {
          protocol: 'socks5',
          host: 'a.test',
          port: 8080,
          username: 'joe',
          password: 'p,@:/%"#',
          countryCode: 'US',
          maxConcurrent: 3,
          owner: 'acme',
        },
        { ...plain, host: 'b.test', port: 8081 },
      ],
    });
  });

  test('a column that is not known is refused, so that a password is not lost by a slip', () => {
    expect(parseProxies('host,port,pasword\na.test,1,s3cret').complaints).toEqual([
      'Line 1: the columns pasword are not known; it takes protocol, host, port, username, password, owner, country, max_concurrent.',
    ]);
  });

  test('each wrong row is named by its line, without what stands in it', () => {
    const { complaints } = parseProxies(
      [
        'host,port,username,password,country,max_concurrent',
        'a.test,x,joe,s3cret,,',
        '',
        'b.test,1,,s3cret,,',
        'c.test,1,joe,s3cret,usa,',
        'd.test,1,joe,s3cret,,0',
        ',1,joe,s3cret,,',
      ].join('\n'),
    );
    expect(complaints).toEqual([
      'Line 2: the port is not a whole number from 1 to 65535.',
      'Line 4: there is a password without a user name.',
      'Line 5: the country is not a code of two letters.',
      'Line 6: max_concurrent is not a whole number from 1 to 1000000.',
      'Line 7: the host is missing or is no host name or address.',
    ]);
  });

  test('broken CSV is refused without being quoted', () => {
    const { complaints } = parseProxies('host,port,username,password\na.test,1,joe,"s3cret\n');
    expect(complaints).toEqual([expect.stringMatching(/^Line \d: it is not valid CSV/)]);
    expect(complaints[0]).not.toContain('s3cret');
  });
});
