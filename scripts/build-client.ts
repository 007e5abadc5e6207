import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

// `npm run build:client`: builds the packages that other programs install, as JavaScript with types: dist/api-client and
// dist/client, or the same below the given folder. Node strips no types below node_modules, so another project cannot import
// the sources.

const ROOT = fileURLToPath(new URL('../', import.meta.url));

/** A package that other programs install. */
interface Package {
  name: string;
  description: string;
  /** The folder in which the package is built. */
  folder: string;
  /** The path of the module that the package exports, without the extension. */
  entry: string;
  /** The README that npm shows; null: this project's documentation describes the package. */
  readme: string | null;
}

const PACKAGES: Package[] = [
  {
    name: 'crawlchain-api-client',
    description: 'Calls the HTTP API of Crawlchain, with types.',
    folder: 'api-client',
    entry: 'api-client/crawlchain-api-client',
    readme: 'api-client/README.md',
  },
  {
    name: 'crawlchain-client',
    description: 'Starts and steers the workflows of Crawlchain through Temporal.',
    folder: 'client',
    entry: 'temporal-client/crawlchain-client',
    readme: null,
  },
];

const target = process.argv[2] ?? join(ROOT, 'dist');
for (const one of PACKAGES) await requireOwnFolder(join(target, one.folder), one.name);
const made = compile(PACKAGES.map(({ entry }) => join(ROOT, `${entry}.ts`)));
for (const one of PACKAGES) await build(one, join(target, one.folder));

async function build(one: Package, folder: string): Promise<void> {
  const files = reachedFrom(one.entry);
  await rm(folder, { recursive: true, force: true });
  const texts = new Map(files).set('package.json', `${JSON.stringify(manifest(one, files), null, 2)}\n`);
  if (one.readme !== null) texts.set('README.md', await readFile(join(ROOT, one.readme), 'utf8'));
  for (const [name, text] of texts) {
    await mkdir(dirname(join(folder, name)), { recursive: true });
    await writeFile(join(folder, name), text);
  }
  console.log(`${one.name}: ${texts.size} files are in ${folder}`);
}

/**
 * Exits with 2 if the folder has other files than an earlier build: the build would replace them, and the user may have named the
 * folder by mistake.
 */
async function requireOwnFolder(folder: string, name: string): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const manifestPath = join(folder, 'package.json');
  const isOurs =
    existsSync(manifestPath) && (await readFile(manifestPath, 'utf8')).includes(`"name": "${name}"`);
  if (names.length > 0 && !isOurs) {
    console.error(`${folder} is not empty and holds no ${name}; name another folder.`);
    process.exit(2);
  }
}

/** Compiles the entries and everything that they import, types included. @returns text by path */
function compile(entries: string[]): Map<string, string> {
  const texts = new Map<string, string>();
  const config = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => readFileSync(path, 'utf8')).config,
    ts.sys,
    ROOT,
  );
  const program = ts.createProgram(entries, {
    ...config.options,
    noEmit: false,
    declaration: true,
    rootDir: ROOT,
    outDir: ROOT,
    rewriteRelativeImportExtensions: true,
  });
  const { diagnostics } = program.emit(undefined, (path, text) => texts.set(relative(ROOT, path), text));
  const wrong = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (wrong.length > 0)
    throw new Error(
      wrong.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n'),
    );
  return texts;
}

/** Returns the compiled files that the entry needs; leaves out types that only the workers import. */
function reachedFrom(entry: string): Map<string, string> {
  const reached = new Map<string, string>();
  const waiting = [`${entry}.js`, `${entry}.d.ts`];
  for (let name = waiting.shift(); name !== undefined; name = waiting.shift()) {
    const text = made.get(name);
    if (text === undefined) throw new Error(`The compiler made no ${name}`);
    if (reached.has(name)) continue;
    reached.set(name, text);
    for (const specifier of importsOf(text).filter((one) => one.startsWith('.'))) {
      const path = normalize(join(dirname(name), specifier)).replace(/\.[jt]s$/, '');
      waiting.push(name.endsWith('.d.ts') ? `${path}.d.ts` : `${path}.js`);
    }
  }
  return reached;
}

function importsOf(text: string): string[] {
  return ts.preProcessFile(text).importedFiles.map(({ fileName }) => fileName);
}

/** Creates the package.json of a package. Its dependencies are those that the built files import, in our versions. */
function manifest({ name: packageName, description, entry }: Package, built: Map<string, string>): object {
  const { version, license, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
    license: string;
    dependencies: Record<string, string>;
  };
  const imported = new Set([...built.values()].flatMap(importsOf));
  const needed = Object.entries(dependencies).filter(([name]) =>
    [...imported].some((specifier) => specifier === name || specifier.startsWith(`${name}/`)),
  );
  return {
    name: packageName,
    version,
    description,
    license,
    type: 'module',
    engines: { node: '>=22' },
    exports: { '.': { types: `./${entry}.d.ts`, default: `./${entry}.js` } },
    dependencies: Object.fromEntries(needed),
  };
}
