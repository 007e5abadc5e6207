import { connect, createServer, type AddressInfo, type Socket } from 'node:net';
import { Transform } from 'node:stream';

/** The state of a connection to PostgreSQL, as far as its bytes show. */
type ConnectionState = 'idle' | 'statement' | 'transaction';

/** A TCP proxy in front of a server: connections through it can be slow, silent or cut. */
export interface ServerLink {
  address: string;
  /** Holds back the server's responses; requests still reach the server. */
  holdAnswers(): void;
  /** Holds back responses on the present connections, but not on later ones. */
  holdOldConnections(): void;
  /** Holds back requests and responses. */
  hold(): void;
  /** Passes on the bytes that are held back, and all later ones. */
  release(): void;
  /** Delays each response by this time; 0 ends the delays. */
  delayAnswers(ms: number): void;
  /** Returns the number of delayed responses so far. */
  countDelayed(): number;
  /** Cuts all connections and refuses new ones. */
  cut(): void;
  /** Accepts connections again, at the same address, after `cut`. */
  join(): Promise<void>;
  /** Cuts the connections that are in this state. @returns how many were cut */
  cutConnections(state: ConnectionState): number;
  /**
   * Cuts the connection of the first transaction that mentions this text, when the server has committed it and the client has not yet
   * received the response.
   * @returns a promise that resolves once the connection is cut
   */
  loseCommit(mentioned: string): Promise<void>;
}

/** Opens a link to a server on this machine. An open link does not keep the process running. */
export async function openServerLink(address: string): Promise<ServerLink> {
  const [host, upstreamPort] = address.split(':');
  const connections = new Set<Connection>();
  const settings: LinkSettings = { delayMs: 0, delayed: 0, losses: [] };
  const held = { requests: false, answers: false };
  const server = createServer((client) => {
    const connection = openConnection(client, connect(Number(upstreamPort), host), settings);
    connections.add(connection);
    client.on('close', () => connections.delete(connection));
    if (held.requests) connection.requests.hold();
    if (held.answers) connection.answers.hold();
  });
  const listenAt = (port: number): Promise<void> =>
    new Promise((resolve) => {
      server.listen(port, '127.0.0.1', resolve).unref();
    });
  await listenAt(0);
  const { port } = server.address() as AddressInfo;
  const holdAnswers = (): void => connections.forEach(({ answers }) => answers.hold());
  const cutWhere = (isMeant: (connection: Connection) => boolean): number => {
    const meant = [...connections].filter(isMeant);
    for (const connection of meant) {
      connection.cut();
      // Removed at once, because the connection's close event comes a moment later.
      connections.delete(connection);
    }
    return meant.length;
  };
  return {
    address: `127.0.0.1:${port}`,
    holdAnswers() {
      held.answers = true;
      holdAnswers();
    },
    holdOldConnections: holdAnswers,
    hold() {
      held.requests = held.answers = true;
      holdAnswers();
      connections.forEach(({ requests }) => requests.hold());
    },
    release() {
      held.requests = held.answers = false;
      for (const { requests, answers } of connections) [requests, answers].forEach((way) => way.release());
    },
    delayAnswers(ms) {
      settings.delayMs = ms;
    },
    countDelayed: () => settings.delayed,
    cut() {
      server.close();
      cutWhere(() => true);
    },
    join: () => listenAt(port),
    cutConnections: (state) => cutWhere((connection) => connection.state() === state),
    loseCommit: (mentioned) => new Promise((resolve) => settings.losses.push({ mentioned, onLost: resolve })),
  };
}

interface LinkSettings {
  delayMs: number;
  delayed: number;
  /** The commits whose responses are to be lost. */
  losses: { mentioned: string; onLost: () => void }[];
}

interface Connection {
  requests: Way;
  answers: Way;
  state(): ConnectionState;
  cut(): void;
}

function openConnection(client: Socket, server: Socket, settings: LinkSettings): Connection {
  const ends = [client, server];
  const cut = (): void => ends.forEach((end) => end.destroy());
  for (const end of ends) end.on('error', () => undefined).on('close', cut);
  const transaction = followTransactions();
  let isAnswered = true;
  const answers = openWay(server, client, (piece, pass) => {
    isAnswered = true;
    if (settings.delayMs === 0) return pass();
    settings.delayed += 1;
    setTimeout(pass, settings.delayMs);
  });
  const requests = openWay(client, server, (piece, pass) => {
    isAnswered = false;
    const committed = transaction.follow(piece.toString('latin1'));
    const at = settings.losses.findIndex(({ mentioned }) => committed?.includes(mentioned));
    const [loss] = at === -1 ? [] : settings.losses.splice(at, 1);
    if (loss !== undefined) {
      answers.swallow(() => {
        cut();
        loss.onLost();
      });
    }
    pass();
  });
  return {
    requests,
    answers,
    cut,
    state() {
      if (transaction.isOpen()) return 'transaction';
      return isAnswered ? 'idle' : 'statement';
    },
  };
}

/** One direction of a connection. */
interface Way {
  hold(): void;
  release(): void;
  /** Drops all further bytes. @param onFirst called when the first bytes are dropped */
  swallow(onFirst: () => void): void;
}

/** Opens one direction of a connection. @param onPiece gets all bytes, and calls `pass` to forward them */
function openWay(from: Socket, to: Socket, onPiece: (piece: Buffer, pass: () => void) => void): Way {
  const through = new Transform({
    transform(piece: Buffer, _encoding, done) {
      onPiece(piece, () => done(null, piece));
    },
  });
  from.pipe(through).pipe(to);
  const hold = (): void => void through.unpipe(to);
  return {
    hold,
    release() {
      // Holds first, because bytes would arrive twice if the stream were piped twice.
      hold();
      through.pipe(to);
    },
    swallow(onFirst) {
      hold();
      // Resumes the stream, because unpiping it has paused it.
      through.resume().once('data', onFirst);
    },
  };
}

const BEGIN = 'begin;';

/** Follows the transactions that a client sends on a connection, one after the other. */
function followTransactions() {
  let sent = '';
  return {
    isOpen: () => sent.startsWith(BEGIN),
    /** Adds sent bytes. @returns all bytes of the transaction if these complete its COMMIT; otherwise null */
    follow(text: string): string | null {
      sent += text;
      const begun = sent.lastIndexOf(BEGIN);
      sent = begun === -1 ? sent.slice(-BEGIN.length) : sent.slice(begun);
      if (!/(?:commit|rollback)\0$/.test(sent.slice(-16))) return null;
      const ended = sent;
      sent = '';
      return ended.endsWith('commit\0') ? ended : null;
    },
  };
}
