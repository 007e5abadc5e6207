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
  /**
   * Cuts a connection when the server has committed its first transaction that mentions this text, before the client
   * learns of it.
   * @returns resolves when that has happened
   */
  loseCommit(mentioned: string): Promise<void>;
  /** After `cut`: lets connections through again, at the same address. */
  join(): Promise<void>;
}

/** Opens a way to a server on this machine, for the calling test. */
export async function openLink(address: string): Promise<ServerLink> {
  const [host, upstreamPort] = address.split(':');
  const pairs = new Set<[Socket, Socket]>();
  const losses: Loss[] = [];
  let isHeld = false;
  const server = createServer((from) => {
    const to = connect(Number(upstreamPort), host);
    const pair: [Socket, Socket] = [from, to];
    pairs.add(pair);
    for (const socket of pair)
      socket.on('error', () => undefined).on('close', () => pair.forEach((end) => end.destroy()));
    from.pipe(to);
    watchCommits(from, to, losses);
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
    loseCommit: (mentioned) => new Promise((resolve) => losses.push({ mentioned, done: resolve })),
    join: () => listenAt(ownPort),
  };
}

interface Loss {
  mentioned: string;
  done: () => void;
}

function watchCommits(from: Socket, to: Socket, losses: Loss[]): void {
  let sent = '';
  from.on('data', (piece: Buffer) => {
    sent += piece.toString('latin1');
    // A pool's connection has run other statements before.
    sent = sent.slice(Math.max(0, sent.lastIndexOf('begin;')));
    if (!sent.endsWith('commit\0')) return;
    const at = losses.findIndex(({ mentioned }) => sent.includes(mentioned));
    sent = '';
    const [loss] = at === -1 ? [] : losses.splice(at, 1);
    if (loss === undefined) return;
    to.unpipe(from);
    // Unpiping has paused it.
    to.resume().once('data', () => {
      from.destroy();
      loss.done();
    });
  });
}
