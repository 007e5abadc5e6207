import { connect } from 'node:net';
import type { Socket } from 'node:net';
import type { Duplex } from 'node:stream';

/**
 * Which connections to the storefront came through which proxy. A proxy's outgoing socket is known by its local port,
 * which the storefront sees as the remote port: this works on every system, without addresses of our own.
 */
export interface ExitAddresses {
  /** Joins a client to the storefront; whatever the client asked for, this never leaves the machine. */
  tunnel(client: Duplex, exitAddress: string): Socket;
  addressOf: (remotePort: number | undefined) => string | null;
  /** Breaks a proxy, whose open connections die with it, or repairs it. */
  setWorks: (exitAddress: string, works: boolean) => void;
  closeAll: () => Promise<void>;
}

/**
 * Begins without connections, with every proxy working.
 * @param storefrontPort the port on loopback that all of them lead to
 */
export function createExitAddresses(storefrontPort: number): ExitAddresses {
  const addressByPort = new Map<number, string>();
  const open = new Map<Duplex, string>();
  const broken = new Set<string>();
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
        upstream.pipe(client);
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
    setWorks: (exitAddress, works) => {
      if (works) broken.delete(exitAddress);
      else broken.add(exitAddress);
      for (const [end, address] of open) if (broken.has(address)) end.destroy();
    },
    closeAll: async () => {
      for (const end of open.keys()) end.destroy();
    },
  };
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
