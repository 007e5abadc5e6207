import type { Appearance, LeasedIdentity, Proxy } from '../domain/identity.ts';
import { browserHeaders } from './browser-headers.ts';
import type { CookieMemory } from './cookie-memory.ts';
import { downloadImage } from './download.ts';
import { downloadFile } from './download-file.ts';
import { verifyExitAddress } from './exit-address.ts';
import { fetchJson } from './fetch-json.ts';
import type { HttpResponse, HttpTransport } from './http-transport.ts';
import { makeAppearance, makeIdentity } from './make-identity.ts';
import type { Robots, RobotsFetch } from './robots.ts';
import { sendRequest, type SessionParts } from './send-request.ts';
import { sendPaced } from './send-paced.ts';
import { readFile } from './read-file.ts';
import type {
  AnyPlatform,
  DirectPorts,
  FileSession,
  JsonRequest,
  PaceRequest,
  RequestPacing,
  SessionPorts,
  SessionPurpose,
} from './session.ts';

/** What sessions without a proxy use. */
interface DirectSessionTools {
  /** Opens a transport without a proxy if the identity has none. */
  openTransport(
    identity: Appearance & { proxy: Proxy | null; cookies?: CookieMemory },
  ): Promise<HttpTransport>;
  pacing: RequestPacing;
  robots: Robots;
}

export interface HttpSessionTools extends Omit<DirectSessionTools, 'openTransport'> {
  openTransport(identity: LeasedIdentity & { cookies?: CookieMemory }): Promise<HttpTransport>;
  /** Requested through the proxy before anything else; answers with the address it sees. */
  exitAddressUrl: string;
}

/** Makes the function that opens sessions, which send HTTP requests as a browser would, without one. */
export function createHttpSessions(
  tools: HttpSessionTools,
): SessionPorts<AnyPlatform, FileSession>['openSession'] {
  return async (purpose, turn) => {
    const identity = makeIdentity(purpose, turn);
    const cookies = purpose.kept && { cookies: purpose.kept.cookies };
    const transport = await tools.openTransport({ ...identity, ...cookies });
    try {
      const exitAddress = await verifyExitAddress(transport, tools.exitAddressUrl, {
        headers: browserHeaders(identity, { purpose: 'page' }),
        signal: purpose.signal,
      });
      return { identity, exitAddress, ...sessionOf({ tools, purpose, identity, transport }) };
    } catch (error) {
      await transport.close();
      throw error;
    }
  };
}

/** Makes the function that opens sessions without a proxy. They look like a browser's, too, but their address stays the same. */
export function createDirectSessions(tools: DirectSessionTools): DirectPorts['openDirect'] {
  return async (purpose) => {
    const identity = { proxy: null, ...makeAppearance(purpose, 0) };
    const cookies = purpose.kept && { cookies: purpose.kept.cookies };
    const transport = await tools.openTransport({ ...identity, ...cookies });
    return { identity, exitAddress: null, ...sessionOf({ tools, purpose, identity, transport }) };
  };
}

/** Makes a transport report received bytes to the purpose's `onBytes`, if there is one. */
function counted(transport: HttpTransport, { onBytes }: SessionPurpose<AnyPlatform>): HttpTransport {
  if (onBytes === undefined) return transport;
  return {
    ...transport,
    send: (request) => transport.send({ ...request, onBytes }),
    stream: (request, read) =>
      transport.stream(
        {
          ...request,
          onBytes(count) {
            request.onBytes?.(count);
            onBytes(count);
          },
        },
        read,
      ),
  };
}

interface OpenedParts {
  tools: Pick<DirectSessionTools, 'pacing' | 'robots'>;
  purpose: SessionPurpose<AnyPlatform>;
  identity: Appearance;
  transport: HttpTransport;
}

function sessionOf(opened: OpenedParts): Omit<FileSession, 'identity' | 'exitAddress'> {
  const { tools, purpose, identity } = opened;
  const transport = counted(opened.transport, purpose);
  const { signal } = purpose;
  const pageHeaders = browserHeaders(identity, { purpose: 'page' });
  const robotsFetch: RobotsFetch = { send: (request) => transport.send(request), headers: pageHeaders };
  /** Sends a request to a host other than the platform's API. */
  const sendToHost = async <Answer>(
    url: string,
    send: (noteAnswer: () => void) => Promise<Answer>,
  ): Promise<Answer> => {
    const turn = hostTurn(purpose, url);
    await tools.robots.assertAllowed(turn, robotsFetch);
    return sendPaced(tools.pacing, turn, send);
  };
  const durationsMs: number[] = [];
  let bytes = 0;
  const noteAnswer = ({ durationMs, wireBytes }: HttpResponse): void => {
    durationsMs.push(durationMs);
    bytes += wireBytes;
  };
  const sending = { tools, purpose, identity, transport, robotsFetch };

  return {
    async askJson(request) {
      const { json, response } = await requestJson(sending, request);
      noteAnswer(response);
      return json;
    },
    async request(wanted) {
      const response = await sendRequest(sending, wanted);
      noteAnswer(response);
      const { status, headers, body, url } = response;
      return { status, headers, bytes: body, url };
    },
    async download(url) {
      const image = await sendToHost(url, () =>
        downloadImage(transport, url, { headers: browserHeaders(identity, { purpose: 'image' }), signal }),
      );
      bytes += image.bytes.length;
      return image;
    },
    async readFile(url) {
      const file = await sendToHost(url, () => readFile(transport, url, { headers: pageHeaders, signal }));
      bytes += file.bytes.length;
      return file;
    },
    downloadFile: (url, download) =>
      downloadFile(transport, url, {
        ...download,
        headers: pageHeaders,
        signal,
        paced: (send) => sendToHost(url, send),
        onBytes: (count) => void (bytes += count),
      }),
    usage: () => ({ bytes, ...(durationsMs.length === 0 ? {} : { responseTimeMs: meanOf(durationsMs) }) }),
    close: () => transport.close(),
  };
}

async function requestJson(
  { tools, purpose, identity, transport, robotsFetch }: SessionParts,
  { method, url, body, operation, headers: own }: JsonRequest,
): ReturnType<typeof fetchJson> {
  const { platform, obeysRobots, signal } = purpose;
  const { origin } = new URL(url);
  const contentType = own.find(([name]) => name === 'content-type')?.[1];
  const headers = browserHeaders(identity, {
    referer: `${origin}/`,
    own: own.filter(([name]) => name !== 'content-type'),
    ...(contentType === undefined ? {} : { contentType }),
    ...(body === undefined ? {} : { origin, bodyBytes: Buffer.byteLength(body) }),
  });
  const turn = { platform, url, obeysRobots, signal };
  await tools.robots.assertAllowed(turn, robotsFetch);
  return sendPaced(tools.pacing, { ...turn, operation }, () =>
    fetchJson(transport, { method, url, headers, signal, ...(body === undefined ? {} : { body }) }),
  );
}

function hostTurn({ platform, obeysRobots, signal }: SessionPurpose<AnyPlatform>, url: string): PaceRequest {
  const served = platform === null ? {} : { servedPlatform: platform };
  return { platform: null, ...served, url, obeysRobots, signal };
}

function meanOf(numbers: number[]): number {
  return Math.round(numbers.reduce((sum, number) => sum + number, 0) / numbers.length);
}
