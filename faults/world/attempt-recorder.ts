import { once } from 'node:events';
import { createServer, type AddressInfo, type Socket } from 'node:net';
import { createInterface } from 'node:readline';

/** An attempt of a job, as the job itself recorded it outside Crawlchain. */
export interface RecordedAttempt {
  job: string;
  /** Within its job, from 1. */
  attempt: number;
  beganAtMs: number;
  /** Null: it is at work. */
  endedAtMs: number | null;
  /** `lost`: its process ended before it did. */
  as: 'completed' | 'failed' | 'lost' | null;
}

/** Records the attempts of jobs. Each attempt begins and ends its work only after the recorder has answered. */
export interface AttemptRecorder {
  port: number;
  attempts: readonly RecordedAttempt[];
  /** Holds the attempts of a job directly after their beginning. @returns releases them */
  hold(job: string): () => void;
  close(): void;
}

/** Starts a recorder in this process, which it does not keep alive. */
export async function startAttemptRecorder(): Promise<AttemptRecorder> {
  const attempts: RecordedAttempt[] = [];
  const held = new Map<string, Promise<void>>();
  const sockets = new Set<Socket>();
  const server = createServer((socket) => {
    sockets.add(socket.unref());
    let own: RecordedAttempt | undefined;
    // Closed after an error, too, which also the reader of lines reports.
    socket.on('error', () => undefined);
    const lines = createInterface({ input: socket }).on('error', () => undefined);
    lines.on('line', (line) => {
      const said = JSON.parse(line) as Partial<RecordedAttempt>;
      if (own === undefined) attempts.push((own = begin(said)));
      else Object.assign(own, { as: said.as, endedAtMs: Date.now() });
      void (held.get(own.job) ?? Promise.resolve()).then(() => socket.writable && socket.write('noted\n'));
    });
    socket.on('close', () => {
      sockets.delete(socket);
      if (own?.endedAtMs === null) Object.assign(own, { as: 'lost', endedAtMs: Date.now() });
    });
  });
  await once(server.listen(0, '127.0.0.1').unref(), 'listening');
  return {
    port: (server.address() as AddressInfo).port,
    attempts,
    hold(job) {
      const { promise, resolve } = Promise.withResolvers<void>();
      held.set(job, promise);
      return () => {
        held.delete(job);
        resolve();
      };
    },
    close() {
      server.close();
      for (const socket of sockets) socket.destroy();
    },
  };
}

function begin({ job = '', attempt = 0 }: Partial<RecordedAttempt>): RecordedAttempt {
  return { job, attempt, beganAtMs: Date.now(), endedAtMs: null, as: null };
}
