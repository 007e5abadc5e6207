import { readFileSync } from 'node:fs';

// Preloaded with `--import`: the program's `Date` runs ahead of the machine's clock by the milliseconds in the file that the
// import's query names, or behind it for a negative number. It rereads the file regularly, so that the clock of a running process
// can be set.

const READ_EVERY_MS = 100;

const RealDate = Date;
const realNow = Date.now.bind(Date);
const file = new URL(import.meta.url).searchParams.get('file')!;
let aheadMs = 0;

function readOffset(): void {
  const text = readFileSync(file, 'utf8');
  // Empty while the file is being written.
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
