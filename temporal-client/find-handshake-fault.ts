import { isIP } from 'node:net';
import { connect, type ConnectionOptions, type TLSSocket } from 'node:tls';

const CONNECT_TIMEOUT_MS = 3_000;
/**
 * How long to wait for a refusal after our side of the handshake is done: only then does a server say that it requires a client
 * certificate.
 */
const LATE_ALERT_MS = 1_000;

/** How to connect to a frontend. */
export interface Handshake {
  /** host:port. */
  address: string;
  /** Null: without TLS. */
  tls: {
    serverNameOverride?: string;
    serverRootCACertificate?: Uint8Array;
    clientCertPair?: { crt: Uint8Array; key: Uint8Array };
  } | null;
}

/**
 * Finds out why we could not connect to a frontend: gRPC reports only that the deadline passed.
 * @returns a sentence that names the variable to check, or null when the handshake is not the problem
 */
export async function findHandshakeFault({ address, tls }: Handshake): Promise<string | null> {
  const [, host = '', port = ''] = /^\[?(.+?)\]?:(\d+)$/.exec(address) ?? [];
  const serverName = tls?.serverNameOverride ?? host;
  const fault = await shakeHands({
    host,
    port: Number(port),
    ALPNProtocols: ['h2'],
    ...(isIP(serverName) === 0 ? { servername: serverName } : {}),
    ...(tls === null ? { rejectUnauthorized: false } : {}),
    ...(tls?.serverRootCACertificate ? { ca: Buffer.from(tls.serverRootCACertificate) } : {}),
    ...(tls?.clientCertPair
      ? { cert: Buffer.from(tls.clientCertPair.crt), key: Buffer.from(tls.clientCertPair.key) }
      : {}),
  });
  if (tls === null) return isTls(fault) ? 'It speaks TLS: set TEMPORAL_TLS=true' : null;
  return fault === null ? null : explain(fault, tls);
}

/** Attempts a TLS handshake; null when it succeeds. */
function shakeHands(options: ConnectionOptions): Promise<NodeJS.ErrnoException | null> {
  const { promise, resolve } = Promise.withResolvers<NodeJS.ErrnoException | null>();
  const socket: TLSSocket = connect(options, () => {
    socket.setTimeout(LATE_ALERT_MS, () => resolve(null));
  });
  socket.setTimeout(CONNECT_TIMEOUT_MS, () =>
    resolve(Object.assign(new Error('no answer'), { code: 'ETIMEDOUT' })),
  );
  socket.on('error', resolve);
  // A server may also close the connection without an alert.
  socket.on('close', () => resolve(null));
  socket.on('data', () => undefined);
  return promise.finally(() => socket.destroy());
}

/** Whether the server speaks TLS, even if it refused us. */
function isTls(fault: NodeJS.ErrnoException | null): boolean {
  return fault === null || /ALERT/.test(fault.code ?? '');
}

function explain(fault: NodeJS.ErrnoException, tls: NonNullable<Handshake['tls']>): string | null {
  const { code = '', message } = fault;
  if (/^(ECONN|ETIMEDOUT|ENOTFOUND|EAI_AGAIN|EHOST|ENET)/.test(code)) return null;
  if (/ALERT_(CERTIFICATE_REQUIRED|HANDSHAKE_FAILURE)/.test(code) && !tls.clientCertPair)
    return 'It asks for a client certificate: set TEMPORAL_TLS_CLIENT_CERT_PATH and TEMPORAL_TLS_CLIENT_KEY_PATH';
  if (/ALERT/.test(code))
    return `It does not accept the certificate of TEMPORAL_TLS_CLIENT_CERT_PATH (${code})`;
  if (code === 'ERR_TLS_CERT_ALTNAME_INVALID')
    return `Its certificate is for another name (${message}): set TEMPORAL_TLS_SERVER_NAME to the name in its certificate`;
  if (/WRONG_VERSION_NUMBER|PACKET_LENGTH|HTTP_REQUEST/.test(code))
    return 'It does not speak TLS, but TEMPORAL_TLS, an API key or a certificate turns TLS on';
  // Node appends its own advice after a semicolon.
  return `Its certificate is not trusted (${message.split(';')[0]}): set TEMPORAL_TLS_SERVER_CA_CERT_PATH to the authority that signed it`;
}
