import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname, join, normalize } from 'node:path';
import { fileURLToPath } from 'node:url';
import { writeDocs } from './write-docs.ts';
import { STATUS_TABLE } from './write-status-tables.ts';

// `npm run check:docs`: checks that generated pages are up to date, that every relative link and every mentioned npm script
// exists, that the architecture lists every top-level folder, and that the hand-written pages stay short. `--write` updates
// the generated pages.

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const MAP = 'docs/explanation/architecture.md';
/** How many words README.md and docs/ may have that people wrote. */
const WORDS_MAX = 27_000;

const made = await writeDocs();
if (process.argv.includes('--write')) writeMadePages();
const files = projectFiles();
const pages = files.filter((name) => name.endsWith('.md'));
const words = files.flatMap(countHandwritten).sort((a, b) => b.count - a.count);
const total = words.reduce((sum, { count }) => sum + count, 0);
const complaints = [
  ...staleMadePages(),
  ...pages.flatMap(brokenLinks),
  ...[...pages, '.env.example'].flatMap(unknownScripts),
  ...foldersAmiss(),
  ...tooManyWords(),
];
for (const complaint of complaints) console.error(complaint);
if (complaints.length > 0) process.exit(1);
console.log(`${pages.length} pages are in order.`);
console.log(`The hand-written pages have ${total} words, of ${WORDS_MAX} at most.`);

function writeMadePages(): void {
  for (const [name, text] of Object.entries(made)) writeFileSync(join(ROOT, name), text);
}

/** Lists tracked and new files, without those that git ignores. */
function projectFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: ROOT,
    encoding: 'utf8',
  });
  return [...new Set(listed.split('\0'))].filter((name) => name !== '' && existsSync(join(ROOT, name)));
}

function read(name: string): string {
  return existsSync(join(ROOT, name)) ? readFileSync(join(ROOT, name), 'utf8') : '';
}

function staleMadePages(): string[] {
  return Object.entries(made)
    .filter(([name, text]) => read(name) !== text)
    .map(
      ([name]) =>
        `${name} differs from what the code generates; \`node scripts/check-docs.ts --write\` writes it`,
    );
}

function brokenLinks(page: string): string[] {
  const prose = withoutCode(read(page));
  const targets = [...prose.matchAll(/\]\(([^()\s]+)\)/g)].map((found) => found[1]!);
  return targets.flatMap((target) => {
    if (/^[a-z]+:/.test(target)) return [];
    const [path = '', anchor] = target.split('#');
    const place = path === '' ? page : normalize(join(dirname(page), decodeURI(path)));
    if (place.startsWith('..') || !existsSync(join(ROOT, place)))
      return [`${page} links to ${target}, which leads nowhere`];
    if (anchor !== undefined && place.endsWith('.md') && !anchorsOf(place).includes(anchor))
      return [`${page} links to ${target}; ${place} has no such heading`];
    return [];
  });
}

/** Removes code blocks and code spans from a page: their examples may look like links. */
function withoutCode(text: string): string {
  return text.replaceAll(/^```[^]*?^```/gm, '').replaceAll(/`[^`\n]*`/g, '');
}

function anchorsOf(page: string): string[] {
  const headings = [
    ...read(page)
      .replaceAll(/^```[^]*?^```/gm, '')
      .matchAll(/^#+ (.+)$/gm),
  ].map((found) => found[1]!);
  return headings.map((heading) =>
    heading
      .toLowerCase()
      .replaceAll(/[^\p{L}\p{N} _-]/gu, '')
      .replaceAll(' ', '-'),
  );
}

function unknownScripts(page: string): string[] {
  const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> };
  const named = [...read(page).matchAll(/\bnpm (?:run (?:-\S+ )*([a-z][a-z:-]*)|(start|test)\b)/g)].map(
    (found) => found[1] ?? found[2]!,
  );
  return [...new Set(named)]
    .filter((name) => !(name in scripts))
    .map((name) => `${page} names \`npm run ${name}\`, which package.json lacks`);
}

/**
 * Reports folders that the architecture's map lacks, and folders in the map that do not exist. The map is the table whose rows
 * begin with a folder, as in "| `db/` |".
 */
function foldersAmiss(): string[] {
  const folders = new Set(files.filter((name) => name.includes('/')).map((name) => name.split('/')[0]!));
  const mapped = new Set([...read(MAP).matchAll(/^\| `([^`/]+)\/` +\|/gm)].map((found) => found[1]!));
  return [
    ...[...folders]
      .filter((name) => !mapped.has(name))
      .map((name) => `${MAP} does not name the folder ${name}/ in its map`),
    ...[...mapped]
      .filter((name) => !folders.has(name))
      .map((name) => `${MAP} names the folder ${name}/, which is not there`),
  ];
}

/** Counts the words of a page of README.md and docs/ as `wc -w` does, without what is generated; none for other files. */
function countHandwritten(page: string): { page: string; count: number }[] {
  if (!/^(README|docs\/.*)\.md$/.test(page)) return [];
  const text = withoutGenerated(page);
  return [{ page, count: text.split(/\s+/).filter((word) => word !== '').length }];
}

/** Removes the generated part of a page: its tables of statuses, the rules of belief, or all of it. */
function withoutGenerated(page: string): string {
  if (!(page in made)) return read(page);
  if (page === 'docs/explanation/belief.md') return read(page).replace(/^## Faults[^]*/m, '');
  return STATUS_TABLE.test(read(page)) ? read(page).replace(STATUS_TABLE, '') : '';
}

function tooManyWords(): string[] {
  if (total <= WORDS_MAX) return [];
  const largest = words.slice(0, 5).map(({ page, count }) => `${page} (${count})`);
  return [
    `README.md and docs/ have ${total} hand-written words, more than ${WORDS_MAX}: shorten, the largest are ${largest.join(', ')}`,
  ];
}
