import { readFileSync } from 'node:fs';

// Preloaded with `--import`: sets the program's `Date` ahead of the machine's clock by the milliseconds in a file, or behind it if the
// number is negative. The query of the import's URL names the file. It is read again regularly, so that the clock of a running process
// can be changed.

const READ_EVERY_MS = 100;

const RealDate = Date;
const realNow = Date.now.bind(Date);
const file = new URL(import.meta.url).searchParams.get('file')!;
let aheadMs = 0;

function readOffset(): void {
  const text = readFileSync(file, 'utf8');
  // The file is empty while it is being written.
  if (text !== '') aheadMs = Number(text);
}

const now = (): number => realNow() + aheadMs;

readOffset();
setInterval(readOffset, READ_EVERY_MS).unref();
globalThis.Date = new Proxy(RealDate, {
  construct: (target, args, newTarget) =>
    Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
  apply: () => new RealDate(now()).toString(),
  get: (target, property, receiver) =>
    property === 'now' ? now : (Reflect.get(target, property, receiver) as unknown),
});
