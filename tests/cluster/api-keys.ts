import { createSign, generateKeyPairSync, type KeyObject } from 'node:crypto';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { pathToFileURL } from 'node:url';

export interface ApiKeys {
  /** The URI of the key set with which a server checks tokens. */
  keySetUri: string;
  /** Returns a token with permissions such as `crawlchain:write`, which is valid for a minute. */
  sign(permissions: string[]): string;
}

/** Creates a key that signs tokens, and writes the key set for it into the folder. */
export async function makeApiKeys(folder: string): Promise<ApiKeys> {
  const { publicKey, privateKey } = generateKeyPairSync('rsa', { modulusLength: 2048 });
  const path = join(folder, 'keys.json');
  const key = { ...publicKey.export({ format: 'jwk' }), kid: 'test', use: 'sig', alg: 'RS256' };
  await writeFile(path, JSON.stringify({ keys: [key] }));
  return {
    keySetUri: pathToFileURL(path).href,
    sign: (permissions) => sign(privateKey, { sub: 'crawlchain', permissions }),
  };
}

function sign(privateKey: KeyObject, claims: object): string {
  const expires = Math.floor(Date.now() / 1000) + 60;
  const parts = [
    { alg: 'RS256', typ: 'JWT', kid: 'test' },
    { ...claims, exp: expires },
  ];
  const signed = parts.map((part) => Buffer.from(JSON.stringify(part)).toString('base64url')).join('.');
  return `${signed}.${createSign('RSA-SHA256').update(signed).sign(privateKey, 'base64url')}`;
}
