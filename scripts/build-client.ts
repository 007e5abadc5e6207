import { existsSync, readFileSync } from 'node:fs';
import { mkdir, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, normalize, relative } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

// `npm run build:client`: the typed client as JavaScript with its types, in dist/client or the folder that is given. Node
// strips no types below node_modules, so another project cannot import the sources.

const ROOT = fileURLToPath(new URL('../', import.meta.url));
const PACKAGE_NAME = 'crawlchain-client';
const ENTRY = 'temporal-client/crawlchain-client';

const target = process.argv[2] ?? join(ROOT, 'dist/client');
const files = reachedFrom(compile(join(ROOT, `${ENTRY}.ts`)));
await emptyFolder(target);
for (const [name, text] of files) {
  await mkdir(dirname(join(target, name)), { recursive: true });
  await writeFile(join(target, name), text);
}
await writeFile(join(target, 'package.json'), `${JSON.stringify(manifest(files), null, 2)}\n`);
console.log(`${files.size} files are in ${target}`);

/** Only what was made here before is removed: the folder may be named wrongly. */
async function emptyFolder(folder: string): Promise<void> {
  const names = existsSync(folder) ? await readdir(folder) : [];
  const manifestPath = join(folder, 'package.json');
  const isOurs =
    existsSync(manifestPath) && (await readFile(manifestPath, 'utf8')).includes(`"name": "${PACKAGE_NAME}"`);
  if (names.length > 0 && !isOurs) {
    console.error(`${folder} is not empty and holds no ${PACKAGE_NAME}; name another folder.`);
    process.exit(2);
  }
  await rm(folder, { recursive: true, force: true });
}

/** Path to text, of everything that the compiler makes of the entry and what it imports, types included. */
function compile(entry: string): Map<string, string> {
  const made = new Map<string, string>();
  const config = ts.parseJsonConfigFileContent(
    ts.readConfigFile(join(ROOT, 'tsconfig.json'), (path) => readFileSync(path, 'utf8')).config,
    ts.sys,
    ROOT,
  );
  const program = ts.createProgram([entry], {
    ...config.options,
    noEmit: false,
    declaration: true,
    rootDir: ROOT,
    outDir: ROOT,
    rewriteRelativeImportExtensions: true,
  });
  const { diagnostics } = program.emit(undefined, (path, text) => made.set(relative(ROOT, path), text));
  const wrong = [...ts.getPreEmitDiagnostics(program), ...diagnostics];
  if (wrong.length > 0)
    throw new Error(
      wrong.map(({ messageText }) => ts.flattenDiagnosticMessageText(messageText, '\n')).join('\n'),
    );
  return made;
}

/** Of what is made, what the entry needs: types of what only the workers import are left out. */
function reachedFrom(made: Map<string, string>): Map<string, string> {
  const reached = new Map<string, string>();
  const waiting = [`${ENTRY}.js`, `${ENTRY}.d.ts`];
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

/** The package names what the client needs, in our versions, and nothing of the rest. */
function manifest(built: Map<string, string>): object {
  const { version, dependencies } = JSON.parse(readFileSync(join(ROOT, 'package.json'), 'utf8')) as {
    version: string;
    dependencies: Record<string, string>;
  };
  const imported = new Set([...built.values()].flatMap(importsOf));
  const needed = Object.entries(dependencies).filter(([name]) =>
    [...imported].some((specifier) => specifier === name || specifier.startsWith(`${name}/`)),
  );
  return {
    name: PACKAGE_NAME,
    version,
    description: 'Starts and steers the workflows of Crawlchain.',
    type: 'module',
    engines: { node: '>=22' },
    exports: { '.': { types: `./${ENTRY}.d.ts`, default: `./${ENTRY}.js` } },
    dependencies: Object.fromEntries(needed),
  };
}
