import type { Socket } from 'node:net';
import type { HostileCase, ProxyAct, ProxyBehaviour } from '../hostile-case.ts';
import { drip, flood } from '../flood.ts';
import { goodSite, idsOf, products } from '../menu.ts';
import { ECHO_HOST, SITE_HOST } from '../world.ts';

const ACCEPTED = { ids: idsOf(products(3)) };
const says = (text: string): ProxyBehaviour => ({ connection: (socket) => answerOnce(socket, text) });
const toConnect = (text: string): ProxyBehaviour => ({
  connect: ({ socket }) => void socket.end(text),
});

const BAD_PROXIES: Record<string, ProxyBehaviour> = {
  refuses: 'closed',
  'resets-at-once': { connection: (socket) => void socket.resetAndDestroy() },
  'closes-at-once': { connection: (socket) => void socket.end() },
  hangs: { connection: () => undefined },
  'hangs-after-connect': { connect: () => undefined },
  'closes-after-connect': { connect: ({ socket }) => void socket.end() },
  'resets-after-connect': { connect: ({ socket }) => void socket.resetAndDestroy() },
  'wants-credentials': toConnect(
    'HTTP/1.1 407 Proxy Authentication Required\r\nproxy-authenticate: Basic realm="p"\r\ncontent-length: 0\r\n\r\n',
  ),
  forbids: toConnect('HTTP/1.1 403 Forbidden\r\ncontent-length: 0\r\n\r\n'),
  'answers-502-with-html': toConnect(
    'HTTP/1.1 502 Bad Gateway\r\ncontent-type: text/html\r\ncontent-length: 15\r\n\r\n<h1>Sorry</h1>\n',
  ),
  'answers-its-own-page': toConnect(
    'HTTP/1.1 200 OK\r\ncontent-type: text/html\r\ncontent-length: 21\r\n\r\n<h1>Please pay</h1>\r\n',
  ),
  'answers-plain-text': {
    connect: ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\n\r\nYour quota is used up\n'),
  },
  'opens-and-hangs': { connect: ({ socket }) => void socket.write('HTTP/1.1 200 OK\r\n\r\n') },
  'opens-and-closes': { connect: ({ socket }) => void socket.end('HTTP/1.1 200 OK\r\n\r\n') },
  'speaks-nonsense': says('\0\u0001\u0002 nonsense \r\n\r\n'),
  'speaks-smtp': says('220 mail.test ESMTP\r\n'),
  'answers-a-head-without-end': {
    connect: ({ socket }) => {
      socket.write('HTTP/1.1 200 OK\r\n');
      flood(socket, 'x-more: 1\r\n');
    },
  },
  'drips-its-answer': { connect: ({ socket }) => drip(socket, 'HTTP/1.1 200 OK\r\n\r\n') },
};

const HURRY = { connectMs: 1_500 };

/** Failing proxies, each followed by a working one: the failing proxy is blamed, and the menu comes through the working one. */
export const PROXY_CASES: HostileCase[] = [
  ...Object.entries(BAD_PROXIES).map(([id, proxy]): HostileCase => ({
    id: `proxy-${id}`,
    says: `The first proxy ${id.replaceAll('-', ' ')}`,
    proxies: [proxy, 'good'],
    site: goodSite(3),
    deadlines: HURRY,
    expected: {
      ...ACCEPTED,
      outcomes: [
        [0, 'fault'],
        [1, 'success'],
      ],
    },
  })),
  {
    id: 'proxies-all-refuse',
    says: 'No proxy accepts a connection, which is certainly their own fault',
    proxies: ['closed', 'closed', 'closed'],
    site: goodSite(3),
    expected: {
      kind: 'ProxyFault',
      evidence: { fault: 'proxy-refused' },
      outcomes: [0, 0, 1, 1, 2, 2].map((number) => [number, 'fault']),
    },
  },
  {
    id: 'proxies-all-hide-their-address',
    says: 'No proxy reaches the echo: it may be away itself, so none is blamed',
    proxies: Array.from({ length: 3 }, () => ({ connect: unless(ECHO_HOST, refuseTunnel) })),
    site: goodSite(3),
    expected: { kind: 'ProxyFault', outcomes: [] },
  },
  {
    id: 'proxy-fails-for-the-site-only',
    says: 'The proxy shows its address and then opens no tunnel to the site: which of the two is down, nobody knows',
    proxies: [{ connect: unless(SITE_HOST, refuseTunnel) }],
    site: goodSite(3),
    expected: { kind: 'UpstreamError', evidence: { fault: 'proxy-tunnel' } },
  },
  {
    id: 'proxy-wants-credentials-for-the-site-only',
    says: 'The first proxy shows its address and then refuses our credentials, which is its own fault alone',
    proxies: [{ connect: unless(SITE_HOST, refuseCredentials) }, 'good'],
    site: goodSite(3),
    expected: {
      ...ACCEPTED,
      outcomes: [
        [0, 'fault'],
        [1, 'success'],
      ],
    },
  },
  {
    id: 'proxy-hangs-for-the-site-only',
    says: 'The proxy shows its address and then hangs for the site',
    proxies: [{ connect: unless(SITE_HOST, () => undefined) }],
    site: goodSite(3),
    deadlines: HURRY,
    expected: { kind: 'UpstreamError', evidence: { fault: 'connect-timeout' } },
  },
  {
    id: 'proxy-hides-its-address',
    says: 'The first proxy cannot reach the echo, though it could reach the site',
    proxies: [{ connect: unless(ECHO_HOST, refuseTunnel) }, 'good'],
    site: goodSite(3),
    expected: {
      ...ACCEPTED,
      outcomes: [
        [0, 'fault'],
        [1, 'success'],
      ],
    },
  },
];

function refuseTunnel({ socket }: Parameters<ProxyAct>[0]): void {
  socket.end('HTTP/1.1 502 No\r\n\r\n');
}

function refuseCredentials({ socket }: Parameters<ProxyAct>[0]): void {
  socket.end('HTTP/1.1 407 Proxy Authentication Required\r\ncontent-length: 0\r\n\r\n');
}

function unless(host: string, act: ProxyAct): ProxyAct {
  return (tunnel) => (tunnel.host === host ? act(tunnel) : tunnel.open());
}

function answerOnce(socket: Socket, text: string): void {
  socket.once('data', () => socket.end(text));
}
