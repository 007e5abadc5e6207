import type { Duplex } from 'node:stream';
import type { Port } from './channel.ts';

/** The file descriptor of a job's process that leads to its worker. */
export const CHANNEL_FD = 3;

/** A message begins with the lengths of its JSON and of the bytes after that, four bytes each. */
const HEAD_BYTES = 8;

interface PortOptions {
  /** The longest message that is taken from the other side. */
  bytesMax: number;
  /** How much of what was sent may wait until the other side reads it. */
  unreadBytesMax: number;
  /** Called with what is wrong with the other side, after which no message of it is read. The text follows a subject. */
  onFault: (text: string) => void;
}

/** A message as JSON. */
type Message = Record<string, unknown>;

/**
 * Opens a port that sends and receives messages over a stream: JSON, in which one argument of a call, or `bytes` of an answer, may be
 * bytes. Node's own channel takes down the process that receives what it cannot parse, so it is not for one that may be hostile.
 */
export function openMessagePort(stream: Duplex, { bytesMax, unreadBytesMax, onFault }: PortOptions): Port {
  // A message to a side that has ended is lost; whoever started it learns of its end.
  stream.on('error', () => undefined);
  return {
    send(message) {
      if (!stream.writable) return;
      for (const part of packed(message as Message)) stream.write(part);
      if (stream.writableLength > unreadBytesMax)
        onFault(`left ${stream.writableLength} bytes unread; it may leave ${unreadBytesMax}`);
    },
    listen(onMessage) {
      let waiting: Buffer[] = [];
      let waitingBytes = 0;
      /** How many bytes complete the next message, as far as is known. */
      let wantedBytes = HEAD_BYTES;
      const read = (chunk: Buffer): void => {
        waiting.push(chunk);
        waitingBytes += chunk.length;
        while (waitingBytes >= wantedBytes) {
          const all = waiting.length === 1 ? waiting[0]! : Buffer.concat(waiting);
          const [jsonBytes, binaryBytes] = [all.readUInt32BE(0), all.readUInt32BE(4)];
          const messageBytes = HEAD_BYTES + jsonBytes + binaryBytes;
          if (messageBytes > bytesMax)
            return fail(`sent a message of ${messageBytes} bytes; it may have ${bytesMax}`);
          waiting = [all];
          wantedBytes = messageBytes;
          if (all.length < messageBytes) return;
          waiting = [all.subarray(messageBytes)];
          waitingBytes -= messageBytes;
          wantedBytes = HEAD_BYTES;
          const json = all.subarray(HEAD_BYTES, HEAD_BYTES + jsonBytes);
          const message = unpacked(json, all.subarray(HEAD_BYTES + jsonBytes, messageBytes));
          if (message === null) return fail('sent a message that is no JSON object');
          onMessage(message);
        }
      };
      const fail = (text: string): void => {
        stream.off('data', read).resume();
        onFault(text);
      };
      stream.on('data', read);
    },
  };
}

/** Returns the parts of a message as they are sent. */
function packed(message: Message): Uint8Array[] {
  const { values, value } = message;
  const at = Array.isArray(values) ? values.findIndex(isBytes) : -1;
  const answered: unknown = Object(value)['bytes'];
  if (Array.isArray(values) && at >= 0)
    return framed({ ...message, values: values.with(at, null), at }, values[at] as Uint8Array);
  if (isBytes(answered))
    return framed({ ...message, value: { ...(value as Message), bytes: null }, at: 'bytes' }, answered);
  return framed(message, new Uint8Array());
}

function framed(message: Message, bytes: Uint8Array): Uint8Array[] {
  const json = Buffer.from(JSON.stringify(message));
  const head = Buffer.alloc(HEAD_BYTES);
  head.writeUInt32BE(json.length, 0);
  head.writeUInt32BE(bytes.length, 4);
  return [head, json, bytes];
}

function unpacked(json: Buffer, bytes: Buffer): Message | null {
  const message = parsed(json);
  if (message === null) return null;
  const { values, value, at } = message;
  // A copy, so that a small file does not keep a large message.
  const own = (): Buffer => Buffer.from(bytes);
  if (at === 'bytes') Object(value)['bytes'] = own();
  else if (
    Array.isArray(values) &&
    Number.isInteger(at) &&
    (at as number) >= 0 &&
    (at as number) < values.length
  )
    values[at as number] = own();
  return message;
}

function parsed(json: Buffer): Message | null {
  try {
    const message: unknown = JSON.parse(json.toString());
    return typeof message === 'object' && message !== null && !Array.isArray(message)
      ? (message as Message)
      : null;
  } catch {
    return null;
  }
}

function isBytes(value: unknown): value is Uint8Array {
  return value instanceof Uint8Array;
}
