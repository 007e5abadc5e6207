import { CrawlError } from '../domain/errors.ts';
import type { Proxy } from '../domain/identity.ts';
import { createTextSeal, isSealed, type TextSeal } from './seal-text.ts';

/** The identity of the proxy that a password belongs to. */
export type ProxyEndpoint = Pick<Proxy, 'protocol' | 'host' | 'port' | 'username'>;

/** Encrypts and decrypts the passwords of proxies, and other secrets, with one key. */
export interface PasswordSeal {
  seal(endpoint: ProxyEndpoint, password: string): string;
  /**
   * Decrypts a password; returns a plain one unchanged.
   * @throws CrawlError NoActiveProxy when it was sealed with another key or for another proxy
   */
  open(endpoint: ProxyEndpoint, stored: string): string;
  /** For secrets that belong to no proxy. */
  texts: TextSeal;
}

/** Creates a seal. @param key 32 bytes */
export function createPasswordSeal(key: Buffer): PasswordSeal {
  const texts = createTextSeal(key);
  return {
    texts,
    seal: (endpoint, password) => texts.seal(identityOf(endpoint), password),
    open(endpoint, stored) {
      if (!isSealed(stored)) return stored;
      const password = texts.open(identityOf(endpoint), stored);
      if (password === null) throw unreadable(endpoint);
      return password;
    },
  };
}

function identityOf({ protocol, host, port, username }: ProxyEndpoint): (string | number | null)[] {
  return [protocol, host, port, username];
}

function unreadable({ protocol, host, port }: ProxyEndpoint): CrawlError {
  return new CrawlError(
    'NoActiveProxy',
    `The stored password of the proxy ${protocol}://${host}:${port} cannot be decrypted: it was sealed with another key than PROXY_PASSWORD_KEY or PROXY_PASSWORD_KEY_FILE gives, or for another address. Give the right key, or empty the column password of that row and import the proxy again.`,
    { evidence: { fault: 'password-unreadable' } },
  );
}
