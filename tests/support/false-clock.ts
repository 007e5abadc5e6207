import { readFileSync } from 'node:fs';

// Loaded before a program by `--import`: its `Date` is ahead of the machine's by the milliseconds that a file holds, or behind it by
// negative ones. The file is read again and again, so that a test can set the clock of a process that runs.

const READ_EVERY_MS = 100;

const RealDate = Date;
const realNow = Date.now.bind(Date);
const file = process.env['FALSE_CLOCK_FILE'];
let aheadMs = 0;

function readFile(path: string): void {
  aheadMs = Number(readFileSync(path, 'utf8'));
}

const now = (): number => realNow() + aheadMs;

if (file !== undefined) {
  readFile(file);
  setInterval(() => readFile(file), READ_EVERY_MS).unref();
  globalThis.Date = new Proxy(RealDate, {
    construct: (target, args, newTarget) =>
      Reflect.construct(target, args.length === 0 ? [now()] : args, newTarget) as object,
    apply: () => new RealDate(now()).toString(),
    get: (target, property, receiver) =>
      property === 'now' ? now : (Reflect.get(target, property, receiver) as unknown),
  });
}
