import { generate } from 'selfsigned';

export interface KeyPair {
  key: string;
  cert: string;
}

export interface Certificates {
  /** The certificate of the authority that the crawler trusts. */
  authorityPem: string;
  good: KeyPair;
  otherName: KeyPair;
  expired: KeyPair;
  notYet: KeyPair;
  selfSigned: KeyPair;
  /** Valid except that it is signed by an unknown authority. */
  strangerSigned: KeyPair;
}

const DAY_MS = 86_400_000;

/** Creates certificates for these names: a valid one, and one for each way in which a certificate can be invalid. */
export async function makeCertificates(hosts: string[]): Promise<Certificates> {
  const [authority, stranger] = [await found('Known authority'), await found('Unknown authority')];
  return {
    authorityPem: authority.cert,
    good: await issue({ hosts, authority }),
    otherName: await issue({ hosts: ['elsewhere.com'], authority }),
    expired: await issue({ hosts, authority, fromDays: -30, untilDays: -1 }),
    notYet: await issue({ hosts, authority, fromDays: 5, untilDays: 30 }),
    selfSigned: await issue({ hosts }),
    strangerSigned: await issue({ hosts, authority: stranger }),
  };
}

async function found(name: string): Promise<KeyPair> {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  return { key: made.private, cert: made.cert };
}

interface Leaf {
  hosts: string[];
  /** The authority that signs the certificate; absent: the certificate is self-signed. */
  authority?: KeyPair;
  fromDays?: number;
  untilDays?: number;
}

async function issue({ hosts, authority, fromDays = -1, untilDays = 30 }: Leaf): Promise<KeyPair> {
  const made = await generate([{ name: 'commonName', value: hosts[0] ?? '' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ...(authority === undefined ? {} : { ca: authority }),
    notBeforeDate: new Date(Date.now() + fromDays * DAY_MS),
    notAfterDate: new Date(Date.now() + untilDays * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'subjectAltName', altNames: hosts.map((value) => ({ type: 2 as const, value })) },
    ],
  });
  return { key: made.private, cert: made.cert };
}
