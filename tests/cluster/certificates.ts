import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { generate } from 'selfsigned';

/** Paths of PEM files. */
export interface KeyFiles {
  certificate: string;
  key: string;
}

export interface Authority {
  file: string;
  /** Issues a certificate for 127.0.0.1 that both servers and clients can use. */
  issue(name: string): Promise<KeyFiles>;
}

/** Creates a certificate authority whose files are in the folder. */
export async function foundAuthority(folder: string, name: string): Promise<Authority> {
  const made = await generate([{ name: 'commonName', value: name }], {
    keyType: 'ec',
    algorithm: 'sha256',
    extensions: [
      { name: 'basicConstraints', cA: true, critical: true },
      { name: 'keyUsage', keyCertSign: true, critical: true },
    ],
  });
  const write = async (fileName: string, text: string): Promise<string> => {
    const path = join(folder, `${name}-${fileName}.pem`);
    await writeFile(path, text, { mode: 0o600 });
    return path;
  };
  return {
    file: await write('authority', made.cert),
    async issue(subject) {
      const leaf = await generate([{ name: 'commonName', value: subject }], {
        keyType: 'ec',
        algorithm: 'sha256',
        ca: { key: made.private, cert: made.cert },
        extensions: [
          { name: 'basicConstraints', cA: false },
          { name: 'keyUsage', digitalSignature: true, critical: true },
          { name: 'extKeyUsage', serverAuth: true, clientAuth: true },
          { name: 'subjectAltName', altNames: [{ type: 7 as const, ip: '127.0.0.1' }] },
        ],
      });
      return {
        certificate: await write(subject, leaf.cert),
        key: await write(`${subject}-key`, leaf.private),
      };
    },
  };
}
