import { createImageCache } from '../../../storage/image-cache.ts';
import { keyOf, sampleBytes } from './cache-sample.ts';

// A process that reads and writes a cache as fast as it can, at least a few hundred times, and until its standard input ends.

const [, , folder = '', bytesMax = ''] = process.argv;
const cache = createImageCache({ folder, bytesMax: Number(bytesMax) });
process.stdin.resume();

for (let turn = 0; turn < 300 || !process.stdin.readableEnded; turn += 1) {
  const number = (turn * 7) % 60;
  const found = (await cache.read(keyOf(number))) ?? sampleBytes(number);
  if (!found.equals(sampleBytes(number))) process.exit(1);
  await cache.write(keyOf(number), found);
  if (turn === 20) process.stdout.write('under way');
}
