import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';

/**
 * Format of secrets in the database: `enc:v1:` and base64 of a 12-byte nonce, a 16-byte tag and the text, encrypted with AES-256-GCM.
 * The row that a secret belongs to is authenticated with it, so a sealed text that was copied to another row cannot be decrypted.
 */

const PREFIX = 'enc:v1:';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The length of a key in bytes. */
export const KEY_BYTES = 32;

/** What identifies the row of a secret. */
type SecretOwner = readonly (string | number | null)[];

/** Encrypts and decrypts secrets with one key. */
export interface TextSeal {
  seal(owner: SecretOwner, text: string): string;
  /** @returns null for a text that was sealed with another key or for another row */
  open(owner: SecretOwner, sealed: string): string | null;
}

/** Creates a seal that uses AES-256-GCM and a new nonce each time. @param key 32 bytes */
export function createTextSeal(key: Buffer): TextSeal {
  return {
    seal(owner, text) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(bytesOf(owner));
      const bytes = Buffer.concat([cipher.update(text, 'utf8'), cipher.final()]);
      return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), bytes]).toString('base64');
    },
    open(owner, sealed) {
      const bytes = Buffer.from(sealed.slice(PREFIX.length), 'base64');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(bytesOf(owner))
          .setAuthTag(tag);
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        // The error only says that the tag is wrong.
        return null;
      }
    },
  };
}

/** Whether a stored text is sealed. */
export function isSealed(stored: string): boolean {
  return stored.startsWith(PREFIX);
}

function bytesOf(owner: SecretOwner): Buffer {
  return Buffer.from(JSON.stringify(owner));
}
