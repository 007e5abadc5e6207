import type { Expected, HostileCase } from '../hostile-case.ts';
import { answerOf, idsOf, products } from '../menu.ts';
import { http1, reply, type Visit } from '../site.ts';
import { CROSS_HOST, INWARD_HOST, SITE_HOST } from '../world.ts';

const THREE = products(3);
const BODY = JSON.stringify(answerOf(THREE));
const ACCEPTED: Expected = { ids: idsOf(THREE) };
const REFUSED: Expected = { kind: 'ContractBroken', evidence: { fault: 'redirect' } };

/** Responses that redirect the crawler. */
export const REDIRECT_CASES: HostileCase[] = [
  ...Object.entries({
    loopback: 'https://127.0.0.1/graphql',
    'loopback-by-name': 'https://localhost/graphql',
    'loopback-in-decimal': 'https://2130706433/graphql',
    'loopback-in-hex': 'https://0x7f.1/graphql',
    'loopback-in-ipv6': 'https://[::1]/graphql',
    'loopback-mapped-into-ipv6': 'https://[::ffff:127.0.0.1]/graphql',
    'cloud-metadata': 'https://169.254.169.254/latest/meta-data/',
    'cloud-metadata-by-name': 'https://metadata.google.internal/',
    'private-network': 'https://10.0.0.7/graphql',
    'private-network-by-name': `https://${INWARD_HOST}/graphql`,
    'plain-http': `http://${SITE_HOST}/graphql`,
    file: 'file:///etc/passwd',
    data: 'data:application/json,{}',
    credentials: `https://user:secret@${SITE_HOST}/graphql`,
    nonsense: 'https://[',
  }).map(([id, location]): HostileCase => ({
    id: `redirect-to-${id}`,
    says: `A redirect leads to ${location}`,
    site: http1((visit) => redirect(visit, location)),
    expected: REFUSED,
  })),
  {
    id: 'redirect-without-location',
    says: 'A redirect does not say where to',
    site: http1(({ socket }) => reply(socket, { status: 302 })),
    expected: REFUSED,
  },
  {
    id: 'redirect-to-itself',
    says: 'A redirect leads to the same address for ever',
    site: http1((visit) => redirect(visit, visit.path)),
    expected: { kind: 'ContractBroken', evidence: { fault: 'too-many-redirects' } },
  },
  {
    id: 'redirect-ever-further',
    says: 'Each redirect leads to a new address',
    site: http1((visit) => redirect(visit, `/step-${visit.number}`)),
    expected: { kind: 'ContractBroken', evidence: { fault: 'too-many-redirects' } },
  },
  {
    id: 'redirect-thrice',
    says: 'Three redirects lead to the menu',
    site: http1((visit) => {
      if (visit.number < 3) redirect(visit, `/graphql-${visit.number}`);
      else reply(visit.socket, { body: BODY });
    }),
    expected: ACCEPTED,
  },
  {
    id: 'redirect-across',
    says: 'A redirect leads to another public host, which has the menu',
    site: http1((visit) => {
      if (visit.host === SITE_HOST) redirect(visit, `https://${CROSS_HOST}/graphql`);
      else reply(visit.socket, { body: BODY });
    }),
    expected: ACCEPTED,
  },
  {
    id: 'redirect-across-and-inward',
    says: 'A redirect leads to another public host, and that one inward',
    site: http1((visit) => {
      redirect(visit, visit.host === SITE_HOST ? `https://${CROSS_HOST}/` : 'https://192.168.1.1/');
    }),
    expected: REFUSED,
  },
  {
    id: 'redirect-to-a-gate',
    says: 'A redirect leads to a page that wants to be solved',
    site: http1((visit) => {
      if (visit.path.startsWith('/graphql')) redirect(visit, '/captcha');
      else reply(visit.socket, { type: 'text/html', body: '<!doctype html><title>Please wait</title>' });
    }),
    expected: { kind: 'Blocked' },
  },
  {
    id: 'redirect-of-300-choices',
    says: 'Several choices are offered',
    site: http1(({ socket }) =>
      reply(socket, { status: 300, headers: { location: '/graphql' }, body: '[]' }),
    ),
    expected: { kind: 'ContractBroken' },
  },
];

function redirect({ socket }: Visit, location: string): void {
  reply(socket, { status: 302, headers: { location } });
}
