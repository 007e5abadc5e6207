import { createCipheriv, createDecipheriv, randomBytes } from 'node:crypto';
import { CrawlError } from '../domain/errors.ts';
import type { Proxy } from '../domain/identity.ts';

/**
 * Format of proxy passwords in the table `proxies`: `enc:v1:` and base64 of a 12-byte nonce, a 16-byte tag and the text,
 * encrypted with AES-256-GCM. The proxy's identity is authenticated with it, so a sealed password that was copied to another row,
 * or whose row was changed to another host, cannot be decrypted.
 */

const PREFIX = 'enc:v1:';
const NONCE_BYTES = 12;
const TAG_BYTES = 16;

/** The length of a key in bytes. */
export const KEY_BYTES = 32;

/** The identity of the proxy that a password belongs to. */
export type ProxyEndpoint = Pick<Proxy, 'protocol' | 'host' | 'port' | 'username'>;

/** Encrypts and decrypts passwords with one key. */
export interface PasswordSeal {
  seal(endpoint: ProxyEndpoint, password: string): string;
  /**
   * Decrypts a password; returns a plain one unchanged.
   * @throws CrawlError NoActiveProxy when it was sealed with another key or for another proxy
   */
  open(endpoint: ProxyEndpoint, stored: string): string;
}

/** Creates a seal that uses AES-256-GCM and a new nonce each time. @param key 32 bytes */
export function createPasswordSeal(key: Buffer): PasswordSeal {
  return {
    seal(endpoint, password) {
      const nonce = randomBytes(NONCE_BYTES);
      const cipher = createCipheriv('aes-256-gcm', key, nonce).setAAD(identityOf(endpoint));
      const text = Buffer.concat([cipher.update(password, 'utf8'), cipher.final()]);
      return PREFIX + Buffer.concat([nonce, cipher.getAuthTag(), text]).toString('base64');
    },
    open(endpoint, stored) {
      if (!isSealed(stored)) return stored;
      const bytes = Buffer.from(stored.slice(PREFIX.length), 'base64');
      const nonce = bytes.subarray(0, NONCE_BYTES);
      const tag = bytes.subarray(NONCE_BYTES, NONCE_BYTES + TAG_BYTES);
      try {
        const decipher = createDecipheriv('aes-256-gcm', key, nonce, { authTagLength: TAG_BYTES })
          .setAAD(identityOf(endpoint))
          .setAuthTag(tag);
        const text = decipher.update(bytes.subarray(NONCE_BYTES + TAG_BYTES));
        return Buffer.concat([text, decipher.final()]).toString('utf8');
      } catch {
        throw unreadable(endpoint);
      }
    },
  };
}

/** Whether a stored password is sealed. */
export function isSealed(stored: string): boolean {
  return stored.startsWith(PREFIX);
}

function identityOf({ protocol, host, port, username }: ProxyEndpoint): Buffer {
  return Buffer.from(JSON.stringify([protocol, host, port, username]));
}

// Drops the cause, which only says that the tag is wrong.
function unreadable({ protocol, host, port }: ProxyEndpoint): CrawlError {
  return new CrawlError(
    'NoActiveProxy',
    `The stored password of the proxy ${protocol}://${host}:${port} cannot be decrypted: it was sealed with another key than PROXY_PASSWORD_KEY or PROXY_PASSWORD_KEY_FILE gives, or for another address. Give the right key, or empty the column password of that row and import the proxy again.`,
    { evidence: { fault: 'password-unreadable' } },
  );
}
