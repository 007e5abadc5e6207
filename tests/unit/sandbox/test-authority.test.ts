import { X509Certificate } from 'node:crypto';
import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openTestAuthority } from '../../../sandbox/test-authority.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'authority-'));
});
afterEach(() => rm(folder, { recursive: true }));

describe('the test authority', () => {
  it('signs certificates for host names and addresses', async () => {
    const authority = await openTestAuthority(folder);
    const ca = new X509Certificate(await readFile(authority.caFile));
    const leaf = new X509Certificate((await authority.issue(['images.sandbox.test', '127.0.0.1'])).cert);
    expect([ca.ca, leaf.ca]).toEqual([true, false]);
    expect(leaf.verify(ca.publicKey)).toBe(true);
    expect(leaf.checkHost('images.sandbox.test')).toBe('images.sandbox.test');
    expect(leaf.checkIP('127.0.0.1')).toBe('127.0.0.1');
    expect(leaf.checkHost('other.sandbox.test')).toBeUndefined();
  });

  it('stays the same when it is opened again', async () => {
    const first = await openTestAuthority(folder);
    expect((await openTestAuthority(folder)).caSpkiSha256).toBe(first.caSpkiSha256);
  });

  it('is founded anew when its key does not fit its certificate', async () => {
    const first = await openTestAuthority(folder);
    await writeFile(join(folder, 'ca-key.pem'), 'spoiled');
    expect((await openTestAuthority(folder)).caSpkiSha256).not.toBe(first.caSpkiSha256);
  });

  it('makes one context a host', async () => {
    const authority = await openTestAuthority(folder);
    expect(await authority.contextFor('a.test')).toBe(await authority.contextFor('a.test'));
  });
});
