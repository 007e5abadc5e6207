import { getCACertificates, rootCertificates } from 'node:tls';

/** Returns Mozilla's list and the system's, which includes the file of SSL_CERT_FILE. Requests without a browser trust the same ones. */
export function trustedAuthorities(): string[] {
  return [...rootCertificates, ...getCACertificates('system')];
}
