import { createHash } from 'node:crypto';

/** A TLS ClientHello, with its lists in the order in which they were sent. GREASE values are kept. */
export type ClientHello = {
  ciphers: number[];
  extensions: number[];
  groups: number[];
  signatureAlgorithms: number[];
  alpn: string[];
  /** From the extension supported_versions. */
  versions: number[];
  keyShares: number[];
  serverName: string | null;
};

const EXTENSION = { serverName: 0, groups: 10, signatures: 13, alpn: 16, versions: 43, keyShare: 51 };

/** Reads the ClientHello from the first bytes of a connection; returns null until all of it has arrived. */
export function readClientHello(bytes: Buffer): ClientHello | null {
  const message = handshakeMessage(bytes);
  if (message === null) return null;
  // Type, length, version and random come before the session id.
  const reader = new Reader(message.subarray(38));
  reader.list8();
  const ciphers = numbers(reader.list16());
  reader.list8();
  const entries = new Map<number, Buffer>();
  const rest = new Reader(reader.list16());
  while (rest.hasMore) entries.set(rest.number16(), rest.list16());
  const inside = (type: number): Reader => new Reader(entries.get(type) ?? Buffer.alloc(2));
  return {
    ciphers,
    extensions: [...entries.keys()],
    groups: numbers(inside(EXTENSION.groups).list16()),
    signatureAlgorithms: numbers(inside(EXTENSION.signatures).list16()),
    alpn: strings(inside(EXTENSION.alpn).list16()),
    versions: numbers(inside(EXTENSION.versions).list8()),
    keyShares: sharesOf(inside(EXTENSION.keyShare).list16()),
    serverName: serverNameOf(entries.get(EXTENSION.serverName)),
  };
}

/** Whether a value is reserved by RFC 8701 (0x0a0a, 0x1a1a and so on). Clients send such values so that servers stay tolerant. */
export function isGrease(value: number): boolean {
  return (value & 0x0f0f) === 0x0a0a && value >> 8 === (value & 0xff);
}

/** Returns the JA4 fingerprint as FoxIO defines it (github.com/FoxIO-LLC/ja4, technical_details/JA4.md). */
export function ja4(hello: ClientHello): string {
  const ciphers = withoutGrease(hello.ciphers);
  const extensions = withoutGrease(hello.extensions);
  const version = Math.max(...withoutGrease(hello.versions)) === 0x0304 ? '13' : '12';
  const alpn = hello.alpn[0] ?? '00';
  const sorted = extensions
    .filter((type) => type !== EXTENSION.serverName && type !== EXTENSION.alpn)
    .map(hex)
    .sort();
  return [
    `t${version}${hello.serverName === null ? 'i' : 'd'}${two(ciphers.length)}${two(extensions.length)}${alpn[0]}${alpn.at(-1)}`,
    shortHash(ciphers.map(hex).sort().join(',')),
    shortHash(`${sorted.join(',')}_${hello.signatureAlgorithms.map(hex).join(',')}`),
  ].join('_');
}

export function withoutGrease(values: number[]): number[] {
  return values.filter((value) => !isGrease(value));
}

function hex(value: number): string {
  return value.toString(16).padStart(4, '0');
}

function two(count: number): string {
  return String(Math.min(count, 99)).padStart(2, '0');
}

function shortHash(text: string): string {
  return createHash('sha256').update(text).digest('hex').slice(0, 12);
}

/** Returns the ClientHello, which may be split into several TLS records. */
function handshakeMessage(bytes: Buffer): Buffer | null {
  const pieces: Buffer[] = [];
  for (let at = 0; at + 5 <= bytes.length && bytes[at] === 22;) {
    const end = at + 5 + bytes.readUInt16BE(at + 3);
    pieces.push(bytes.subarray(at + 5, end));
    at = end;
  }
  const message = Buffer.concat(pieces);
  const isWhole = message.length >= 4 && message.length >= 4 + message.readUIntBE(1, 3);
  return isWhole && message[0] === 1 ? message : null;
}

class Reader {
  #at = 0;
  readonly #bytes: Buffer;

  constructor(bytes: Buffer) {
    this.#bytes = bytes;
  }

  get hasMore(): boolean {
    return this.#at < this.#bytes.length;
  }

  number16(): number {
    this.#at += 2;
    return this.#bytes.readUInt16BE(this.#at - 2);
  }

  /** Reads a field that is prefixed with its length in one byte. */
  list8(): Buffer {
    this.#at += 1;
    return this.#take(this.#bytes.readUInt8(this.#at - 1));
  }

  list16(): Buffer {
    return this.#take(this.number16());
  }

  #take(length: number): Buffer {
    this.#at += length;
    return this.#bytes.subarray(this.#at - length, this.#at);
  }
}

function numbers(bytes: Buffer): number[] {
  return Array.from({ length: bytes.length / 2 }, (_, index) => bytes.readUInt16BE(index * 2));
}

function strings(bytes: Buffer): string[] {
  const reader = new Reader(bytes);
  const found: string[] = [];
  while (reader.hasMore) found.push(reader.list8().toString());
  return found;
}

function sharesOf(bytes: Buffer): number[] {
  const reader = new Reader(bytes);
  const groups: number[] = [];
  while (reader.hasMore) {
    groups.push(reader.number16());
    reader.list16();
  }
  return groups;
}

function serverNameOf(bytes: Buffer | undefined): string | null {
  // The list has only one entry, which has a type and the name.
  return bytes === undefined ? null : new Reader(bytes.subarray(3)).list16().toString();
}
