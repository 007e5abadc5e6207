import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { gzipSync } from 'node:zlib';

/** The gzipped size of what the browser loads, in bytes. */
export interface DashboardSizes {
  /** The first page with everything that it loads. */
  first: number;
  /** What each lazily loaded part adds, by its source. */
  later: Record<string, number>;
}

/** The limits of the first page and of each lazily loaded part. */
const BYTES_MAX = { first: 200_000, later: 60_000 };

interface Chunk {
  file: string;
  isEntry?: boolean;
  imports?: string[];
  css?: string[];
  src?: string;
}

/** Measures a built dashboard. @param folder with its files and `.vite/manifest.json` */
export function measureDashboard(folder: string): DashboardSizes {
  const manifest = JSON.parse(readFileSync(join(folder, '.vite/manifest.json'), 'utf8')) as Record<
    string,
    Chunk
  >;
  const bytesOf = (files: Iterable<string>): number =>
    [...files].reduce((sum, file) => sum + gzipSync(readFileSync(join(folder, file))).length, 0);
  const chunks = Object.values(manifest);
  const entry = chunks.find(({ isEntry }) => isEntry === true);
  if (entry === undefined) throw new Error(`${folder} has no entry.`);
  const first = filesOf(manifest, entry);
  const later = chunks
    .filter((chunk) => !first.has(chunk.file) && /\.m?js$/.test(chunk.file))
    .map((chunk): [string, number] => [
      chunk.src ?? chunk.file,
      bytesOf([...filesOf(manifest, chunk)].filter((file) => !first.has(file))),
    ]);
  return { first: bytesOf(['index.html', ...first]), later: Object.fromEntries(later) };
}

/** Describes each part that is too large, a sentence each. */
export function tooLarge({ first, later }: DashboardSizes): string[] {
  const parts: [string, number, number][] = [
    ['The first page', first, BYTES_MAX.first],
    ...Object.entries(later).map(([name, bytes]): [string, number, number] => [name, bytes, BYTES_MAX.later]),
  ];
  return parts
    .filter(([, bytes, most]) => bytes > most)
    .map(([name, bytes, most]) => `${name} has ${bytes} bytes gzipped; it may have ${most}.`);
}

function filesOf(manifest: Record<string, Chunk>, chunk: Chunk, seen = new Set<string>()): Set<string> {
  if (seen.has(chunk.file)) return seen;
  for (const file of [chunk.file, ...(chunk.css ?? [])]) seen.add(file);
  for (const name of chunk.imports ?? []) {
    const imported = manifest[name];
    if (imported !== undefined) filesOf(manifest, imported, seen);
  }
  return seen;
}
