import { createHash, randomBytes } from 'node:crypto';

/** The text of a key: `cc_`, the id (which the list of keys and the audit show), `_`, and the secret. */
const KEY_TEXT = /^cc_([0-9a-f]{12})_([\w-]{43})$/;

const ID_BYTES = 6;
const SECRET_BYTES = 32;

/** Makes a key. The secret has 256 random bits, so a digest without salt or stretching protects it. */
export function makeKey(): { id: string; text: string; secretSha256: Buffer } {
  const id = randomBytes(ID_BYTES).toString('hex');
  const secret = randomBytes(SECRET_BYTES).toString('base64url');
  return { id, text: `cc_${id}_${secret}`, secretSha256: digestOf(secret) };
}

/** Returns the id of a key and the digest of its secret; null if the text is not a key. */
export function readKey(text: string): { id: string; secretSha256: Buffer } | null {
  const [, id, secret] = KEY_TEXT.exec(text) ?? [];
  return id === undefined || secret === undefined ? null : { id, secretSha256: digestOf(secret) };
}

function digestOf(secret: string): Buffer {
  return createHash('sha256').update(secret).digest();
}
