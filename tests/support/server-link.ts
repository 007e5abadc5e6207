import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { onTestFinished } from 'vitest';

/** A way to a server that can be slow, or cut. */
export interface ServerLink {
  address: string;
  /** What the server answers is held back; what it is sent still reaches it. */
  holdAnswers(): void;
  /** As `holdAnswers`, but for what connects from now on. */
  holdOldConnections(): void;
  /** Gives out what was held back. */
  release(): void;
  cut(): void;
  /** After `cut`: lets connections through again, at the same address. */
  join(): Promise<void>;
}

/** Opens a way to a server on this machine, for the calling test. */
export async function openLink(address: string): Promise<ServerLink> {
  const [host, upstreamPort] = address.split(':');
  const pairs = new Set<[Socket, Socket]>();
  let isHeld = false;
  const server = createServer((from) => {
    const to = connect(Number(upstreamPort), host);
    const pair: [Socket, Socket] = [from, to];
    pairs.add(pair);
    for (const socket of pair)
      socket.on('error', () => undefined).on('close', () => pair.forEach((end) => end.destroy()));
    from.pipe(to);
    if (!isHeld) to.pipe(from);
  });
  const listenAt = (at: number): Promise<void> =>
    new Promise((resolve) => {
      server.listen(at, '127.0.0.1', resolve);
    });
  await listenAt(0);
  const ownPort = (server.address() as AddressInfo).port;
  const cut = () => {
    server.close();
    for (const pair of pairs) pair.forEach((end) => end.destroy());
  };
  onTestFinished(cut);
  const hold = () => {
    for (const [from, to] of pairs) to.unpipe(from);
  };
  return {
    address: `127.0.0.1:${ownPort}`,
    holdAnswers: () => {
      isHeld = true;
      hold();
    },
    holdOldConnections: hold,
    release: () => {
      isHeld = false;
      for (const [from, to] of pairs) to.pipe(from);
    },
    cut,
    join: () => listenAt(ownPort),
  };
}
