import { X509Certificate, createHash, createPrivateKey } from 'node:crypto';
import { mkdir, readFile, writeFile } from 'node:fs/promises';
import { isIP } from 'node:net';
import { join, resolve } from 'node:path';
import { createSecureContext } from 'node:tls';
import type { SecureContext } from 'node:tls';
import { generate } from 'selfsigned';

export interface KeyPair {
  key: string;
  cert: string;
}

/** A certificate authority of the sandbox. Clients that trust its file can keep certificate verification on. */
export interface TestAuthority {
  caFile: string;
  /** The SHA-256 of the authority's public key in base64, as Chromium's `--ignore-certificate-errors-spki-list` takes it. */
  caSpkiSha256: string;
  /** Issues a certificate for these host names or addresses. */
  issue(hosts: readonly string[]): Promise<KeyPair>;
  /** Returns a TLS context for one host name, which is cached. */
  contextFor(host: string): Promise<SecureContext>;
}

const CA_YEARS = 10;
const LEAF_DAYS = 365;
const DAY_MS = 86_400_000;
// The most cached contexts. A world has few hosts, but a client that requests ever new names must not fill the memory.
const CONTEXTS_MAX = 500;

/** Opens the authority in the folder, or creates one there. */
export async function openTestAuthority(folder: string): Promise<TestAuthority> {
  const caFile = resolve(folder, 'ca.pem');
  const ca = (await readAuthority(folder)) ?? (await foundAuthority(folder));
  const contexts = new Map<string, Promise<SecureContext>>();
  const issue = (hosts: readonly string[]) => issueLeaf(ca, hosts);
  const newContext = async (host: string) => createSecureContext(await issue([host]));
  return {
    caFile,
    caSpkiSha256: fingerprint(ca.cert),
    issue,
    contextFor: (host) => {
      const known = contexts.get(host);
      if (known) return known;
      if (contexts.size >= CONTEXTS_MAX) contexts.clear();
      const context = newContext(host);
      contexts.set(host, context);
      return context;
    },
  };
}

async function readAuthority(folder: string): Promise<KeyPair | null> {
  try {
    const cert = await readFile(join(folder, 'ca.pem'), 'utf8');
    const key = await readFile(join(folder, 'ca-key.pem'), 'utf8');
    const parsed = new X509Certificate(cert);
    const isUsable =
      Date.parse(parsed.validTo) > Date.now() + LEAF_DAYS * DAY_MS &&
      parsed.checkPrivateKey(createPrivateKey(key));
    return isUsable ? { key, cert } : null;
  } catch {
    // If no authority can be read, a new one is created: nothing of value is lost.
    return null;
  }
}

async function foundAuthority(folder: string): Promise<KeyPair> {
  const made = await generate([{ name: 'commonName', value: 'Sandbox Test Authority' }], {
    keyType: 'ec',
    algorithm: 'sha256',
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + CA_YEARS * 365 * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, cRLSign: true, critical: true },
    ],
  });
  await mkdir(folder, { recursive: true });
  await writeFile(join(folder, 'ca-key.pem'), made.private, { mode: 0o600 });
  await writeFile(join(folder, 'ca.pem'), made.cert);
  return { key: made.private, cert: made.cert };
}

function fingerprint(cert: string): string {
  const publicKey = new X509Certificate(cert).publicKey.export({ type: 'spki', format: 'der' });
  return createHash('sha256').update(publicKey).digest('base64');
}

async function issueLeaf(ca: KeyPair, hosts: readonly string[]): Promise<KeyPair> {
  const [first = 'localhost'] = hosts;
  const made = await generate([{ name: 'commonName', value: first.slice(0, 60) }], {
    keyType: 'ec',
    algorithm: 'sha256',
    ca,
    notBeforeDate: new Date(Date.now() - DAY_MS),
    notAfterDate: new Date(Date.now() + LEAF_DAYS * DAY_MS),
    extensions: [
      { name: 'basicConstraints', cA: false },
      { name: 'keyUsage', digitalSignature: true, critical: true },
      { name: 'extKeyUsage', serverAuth: true },
      {
        name: 'subjectAltName',
        altNames: hosts.map((host) =>
          isIP(host) ? { type: 7 as const, ip: host } : { type: 2 as const, value: host },
        ),
      },
    ],
  });
  // The chain includes the authority's own certificate: a browser that trusts only the authority's key must find the key there.
  return { key: made.private, cert: `${made.cert.trim()}\n${ca.cert.trim()}\n` };
}
