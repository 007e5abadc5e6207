import { connect, Socket } from 'node:net';
import { Transform, type Duplex, type Readable } from 'node:stream';
import { TLSSocket } from 'node:tls';

/**
 * Knows which connections to the storefront came through which proxy. Identifies a proxy's outgoing socket by its local port, which the
 * storefront sees as the remote port. This works on every system, without extra IP addresses.
 */
export interface ExitAddresses {
  /** Connects a client to the storefront. Ignores the host that the client requested, so traffic never leaves the machine. */
  tunnel(client: Duplex, exitAddress: string): Socket;
  addressOf: (remotePort: number | undefined) => string | null;
  /** Returns the status with which the proxy refuses tunnels; null when it opens them. */
  refusalOf: (exitAddress: string) => Refusal | null;
  /** Changes how a proxy behaves. An open connection that was broken or slowed by an earlier change stays so until it is closed. */
  change: (change: ProxyChange) => void;
  closeAll: () => Promise<void>;
}

export interface ProxyChange {
  exitAddress: string;
  /** False closes the proxy's open connections, and closes each new one at once. */
  works: boolean;
  /** Breaks each connection after this many more bytes from the storefront; absent: breaks none. */
  breaks?: ConnectionBreak | undefined;
  /** The download speed of each connection; absent: unlimited. */
  bytesPerSecond?: number | undefined;
  /** Answers each new connection with this status instead of opening a tunnel; absent: opens tunnels. Open connections stay. */
  refuses?: Refusal | undefined;
}

/** How a connection breaks: it closes early, is reset, or stalls. */
export const BREAK_KINDS = ['cut', 'reset', 'stall'] as const;

interface ConnectionBreak {
  kind: (typeof BREAK_KINDS)[number];
  afterBytes: number;
}

/** Statuses of a proxy that opens no tunnel: it rejects the credentials, or cannot reach the site. */
export const REFUSALS = [407, 502] as const;

type Refusal = (typeof REFUSALS)[number];

interface Tunnel {
  client: Duplex;
  upstream: Socket;
  exitAddress: string;
  /** Whether the storefront's bytes reach the client at full speed and unbroken. False before the tunnel is connected. */
  isGood: boolean;
}

/** The interval in milliseconds at which a slow connection passes bytes. */
const SLOW_TICK_MS = 100;

/**
 * Creates the registry, without connections and with every proxy working.
 * @param storefrontPort the port on loopback that all tunnels lead to
 */
export function createExitAddresses(storefrontPort: number): ExitAddresses {
  const addressByPort = new Map<number, string>();
  const open = new Set<Tunnel>();
  const changes = new Map<string, ProxyChange>();
  return {
    tunnel: (client, exitAddress) => {
      if (changes.get(exitAddress)?.works === false) client.destroy();
      const upstream = connect({ host: '127.0.0.1', port: storefrontPort });
      upstream.setNoDelay(true);
      const tunnel: Tunnel = { client, upstream, exitAddress, isGood: false };
      upstream.once('connect', () => {
        const { localPort } = upstream;
        if (localPort === undefined) return;
        addressByPort.set(localPort, exitAddress);
        upstream.once('close', () => addressByPort.delete(localPort));
        passBack(tunnel, changes.get(exitAddress));
        client.pipe(upstream);
      });
      joinLives(client, upstream);
      open.add(tunnel);
      for (const end of [client, upstream])
        end.once('close', () => client.closed && upstream.closed && open.delete(tunnel));
      return upstream;
    },
    addressOf: (remotePort) => (remotePort === undefined ? null : (addressByPort.get(remotePort) ?? null)),
    refusalOf: (exitAddress) => changes.get(exitAddress)?.refuses ?? null,
    change: (change) => {
      changes.set(change.exitAddress, change);
      for (const tunnel of open) {
        if (tunnel.exitAddress !== change.exitAddress) continue;
        if (!change.works) destroy(tunnel);
        else if (tunnel.isGood) passBack(tunnel, change);
      }
    },
    closeAll: async () => {
      for (const tunnel of open) destroy(tunnel);
    },
  };
}

function destroy({ client, upstream }: Tunnel): void {
  client.destroy();
  upstream.destroy();
}

/** Sends the storefront's bytes to the client, broken or slowed as the proxy's current settings say. */
function passBack(tunnel: Tunnel, { breaks, bytesPerSecond }: Partial<ProxyChange> = {}): void {
  const { client, upstream } = tunnel;
  upstream.unpipe(client);
  tunnel.isGood = breaks === undefined && bytesPerSecond === undefined;
  const source = bytesPerSecond === undefined ? upstream : upstream.pipe(slowed(client, bytesPerSecond));
  if (breaks === undefined) source.pipe(client);
  else passUntil(source, client, breaks);
}

/** Creates a stream that passes at most this many bytes a second, until the client is gone. */
function slowed(client: Duplex, bytesPerSecond: number): Transform {
  const bytes = Math.ceil((bytesPerSecond * SLOW_TICK_MS) / 1_000);
  const slow = new Transform({
    transform(piece: Buffer, _encoding, done) {
      const passNext = (rest: Buffer): void => {
        if (rest.length === 0 || slow.destroyed) return done();
        slow.push(rest.subarray(0, bytes));
        setTimeout(passNext, SLOW_TICK_MS, rest.subarray(bytes)).unref();
      };
      passNext(piece);
    },
  });
  client.once('close', () => slow.destroy());
  return slow;
}

/** Passes on this many bytes, then breaks the connection in the middle of the next chunk. */
function passUntil(from: Readable, to: Duplex, { kind, afterBytes }: ConnectionBreak): void {
  let left = afterBytes;
  from.on('data', (piece: Buffer) => {
    if (left === 0) return;
    const passed = piece.subarray(0, left);
    left -= passed.length;
    to.write(passed, () => {
      if (left > 0 || kind === 'stall') return;
      // On an HTTPS proxy, TLS with the client hides the socket that could be reset.
      if (kind === 'reset' && to instanceof Socket && !(to instanceof TLSSocket)) to.resetAndDestroy();
      else to.destroy();
    });
  });
  from.once('end', () => {
    // A stalled proxy does not tell the client that the stream has ended.
    if (left > 0 || kind !== 'stall') to.end();
  });
  // An earlier `pipe` to another stream left this stream paused.
  from.resume();
}

// Closes both ends of a connection together: after a cut, both must see the cut, but `pipe` alone would leave one end open.
function joinLives(one: Duplex, other: Duplex): void {
  for (const [end, peer] of [
    [one, other],
    [other, one],
  ] as const) {
    end.on('error', () => peer.destroy());
    end.once('close', () => {
      // After a proper end `pipe` still delivers the last bytes, which must not be lost. Nobody reads the peer's data any more; unread
      // data would hide the peer's own end and keep its socket open for good.
      if (end.readableEnded) peer.resume();
      else peer.destroy();
    });
  }
}
