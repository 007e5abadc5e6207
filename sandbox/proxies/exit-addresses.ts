import { connect, Socket } from 'node:net';
import type { Duplex } from 'node:stream';
import { TLSSocket } from 'node:tls';

/**
 * Which connections to the storefront came through which proxy. A proxy's outgoing socket is known by its local port,
 * which the storefront sees as the remote port: this works on every system, without addresses of our own.
 */
export interface ExitAddresses {
  /** Joins a client to the storefront; whatever the client asked for, this never leaves the machine. */
  tunnel(client: Duplex, exitAddress: string): Socket;
  addressOf: (remotePort: number | undefined) => string | null;
  /** Breaks a proxy, whose open connections die with it, or repairs it. */
  change: (change: ProxyChange) => void;
  closeAll: () => Promise<void>;
}

export interface ProxyChange {
  exitAddress: string;
  works: boolean;
  /** Breaks each new connection once so many bytes have come back through it; left out: none. */
  breaks?: ConnectionBreak | undefined;
}

/** How a connection breaks: it is closed early, is reset, or passes nothing more. */
export const BREAK_KINDS = ['cut', 'reset', 'stall'] as const;

interface ConnectionBreak {
  kind: (typeof BREAK_KINDS)[number];
  afterBytes: number;
}

/**
 * Begins without connections, with every proxy working.
 * @param storefrontPort the port on loopback that all of them lead to
 */
export function createExitAddresses(storefrontPort: number): ExitAddresses {
  const addressByPort = new Map<number, string>();
  const open = new Map<Duplex, string>();
  const broken = new Set<string>();
  const breaksByAddress = new Map<string, ConnectionBreak>();
  return {
    tunnel: (client, exitAddress) => {
      if (broken.has(exitAddress)) client.destroy();
      const upstream = connect({ host: '127.0.0.1', port: storefrontPort });
      upstream.setNoDelay(true);
      upstream.once('connect', () => {
        const { localPort } = upstream;
        if (localPort === undefined) return;
        addressByPort.set(localPort, exitAddress);
        upstream.once('close', () => addressByPort.delete(localPort));
        const breaks = breaksByAddress.get(exitAddress);
        if (breaks === undefined) upstream.pipe(client);
        else passUntil(upstream, client, breaks);
        client.pipe(upstream);
      });
      joinLives(client, upstream);
      for (const end of [client, upstream]) {
        open.set(end, exitAddress);
        end.once('close', () => open.delete(end));
      }
      return upstream;
    },
    addressOf: (remotePort) => (remotePort === undefined ? null : (addressByPort.get(remotePort) ?? null)),
    change: ({ exitAddress, works, breaks }) => {
      if (works) broken.delete(exitAddress);
      else broken.add(exitAddress);
      if (breaks === undefined) breaksByAddress.delete(exitAddress);
      else breaksByAddress.set(exitAddress, breaks);
      for (const [end, address] of open) if (broken.has(address)) end.destroy();
    },
    closeAll: async () => {
      for (const end of open.keys()) end.destroy();
    },
  };
}

/** Hands over so many bytes, and breaks the line in the middle of what follows. */
function passUntil(from: Socket, to: Duplex, { kind, afterBytes }: ConnectionBreak): void {
  let left = afterBytes;
  from.on('data', (piece: Buffer) => {
    if (left === 0) return;
    const passed = piece.subarray(0, left);
    left -= passed.length;
    to.write(passed, () => {
      if (left > 0 || kind === 'stall') return;
      // TLS with the client, as a proxy over HTTPS has it, hides the socket that could be reset.
      if (kind === 'reset' && to instanceof Socket && !(to instanceof TLSSocket)) to.resetAndDestroy();
      else to.destroy();
    });
  });
  from.once('end', () => to.end());
}

// A cut connection must look cut at both ends; `pipe` alone would leave the other one open.
function joinLives(one: Duplex, other: Duplex): void {
  for (const [end, peer] of [
    [one, other],
    [other, one],
  ] as const) {
    end.on('error', () => peer.destroy());
    end.once('close', () => {
      // After a proper end `pipe` still hands the last bytes over, and they must not be lost. Nobody reads what the peer
      // sends any more; unread, it would hide the peer's own end and leave its socket open for good.
      if (end.readableEnded) peer.resume();
      else peer.destroy();
    });
  }
}
