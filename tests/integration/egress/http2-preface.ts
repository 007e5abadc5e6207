/** The connection preface of an HTTP/2 client, read from its raw frames. */
export type Http2Preface = {
  /** Identifiers and values, in the order in which they were sent. */
  settings: [id: number, value: number][];
  /** The increment of the connection's window; null if none was sent. */
  windowUpdate: number | null;
  /** The priority in the first HEADERS frame; null if the frame has none. */
  priority: { dependsOn: number; weight: number; isExclusive: boolean } | null;
};

const MAGIC = 'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n';
const FRAME = { headers: 1, settings: 4, windowUpdate: 8 };
const PADDED = 0x08;
const PRIORITY = 0x20;

/** Reads the frames up to the first request. */
export function readHttp2Preface(bytes: Buffer): Http2Preface {
  const preface: Http2Preface = { settings: [], windowUpdate: null, priority: null };
  if (bytes.toString('latin1', 0, MAGIC.length) !== MAGIC) throw new Error('Expected an HTTP/2 client');
  for (let at = MAGIC.length; at + 9 <= bytes.length;) {
    const length = bytes.readUIntBE(at, 3);
    const [type, flags, stream] = [bytes[at + 3], bytes.readUInt8(at + 4), bytes.readUInt32BE(at + 5)];
    const payload = bytes.subarray(at + 9, at + 9 + length);
    at += 9 + length;
    if (type === FRAME.settings && preface.settings.length === 0) preface.settings = settingsOf(payload);
    if (type === FRAME.windowUpdate && stream === 0) preface.windowUpdate ??= payload.readUInt32BE(0);
    if (type !== FRAME.headers) continue;
    if (flags & PRIORITY) preface.priority = priorityOf(payload.subarray(flags & PADDED ? 1 : 0));
    break;
  }
  return preface;
}

function settingsOf(payload: Buffer): [id: number, value: number][] {
  return Array.from({ length: payload.length / 6 }, (_, index) => [
    payload.readUInt16BE(index * 6),
    payload.readUInt32BE(index * 6 + 2),
  ]);
}

function priorityOf(payload: Buffer): NonNullable<Http2Preface['priority']> {
  const first = payload.readUInt32BE(0);
  return {
    dependsOn: first & 0x7fffffff,
    weight: payload.readUInt8(4) + 1,
    isExclusive: first >>> 31 === 1,
  };
}

/**
 * Returns Akamai's short form of the fingerprint: settings, window increment, priority weight, and the first letters of the
 * pseudo-headers in their order.
 */
export function http2Fingerprint(preface: Http2Preface, headers: [string, string][]): string {
  const settings = preface.settings.map(([id, value]) => `${id}:${value}`).join(';');
  const pseudo = headers.filter(([name]) => name.startsWith(':')).map(([name]) => name[1]);
  return `${settings}|${preface.windowUpdate ?? 0}|${preface.priority?.weight ?? 0}|${pseudo.join(',')}`;
}
