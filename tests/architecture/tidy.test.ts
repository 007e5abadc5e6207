import { basename, dirname } from 'node:path';
import ts from 'typescript';
import { describe, expect, test } from 'vitest';
import { parseSource, placeOf, projectFiles, readProjectFile, walk } from './source-files.ts';

// Rules that no linter checks. Each test lists the places that break its rule.

const TOP_LEVEL_FOLDERS = [
  '.ci',
  'activities',
  'api',
  'api-client',
  'bench',
  'bin',
  'cli',
  'config',
  'dashboard',
  'db',
  'docs',
  'domain',
  'egress',
  'examples',
  'faults',
  'http-guard',
  'kubernetes',
  'jobs',
  'ledger',
  'legacy',
  'local',
  'observability',
  'payloads',
  'platforms',
  'reports',
  'sandbox',
  'scripts',
  'stages',
  'storage',
  'temporal-client',
  'temporal-config',
  'tests',
  'workers',
  'workflows',
];

/** Names that say nothing about the content, so that anything ends up there. */
const EMPTY_NAMES = ['utils', 'helpers', 'common', 'shared', 'lib', 'misc', 'types', 'interfaces'];

/** Abbreviations that every reader has to guess. */
const ABBREVIATIONS =
  /^(arr|btn|cb|cfg|conf|conn|ctx|curr|cur|elem|evt|fn|idx|mgr|num|obj|opts|params|prev|req|resp|ret|str|svc|tmp|util|utils|val|vals)$/;

const files = projectFiles();
const sources = files.filter((name) => name.endsWith('.ts')).map(parseSource);
const production = sources.filter(({ fileName }) => !fileName.startsWith('tests/'));
const tests = sources.filter(({ fileName }) => fileName.startsWith('tests/'));

describe('the tree', () => {
  const folders = [...new Set(files.filter((name) => name.includes('/')).map((name) => name.split('/')[0]))];

  test('has no top-level folder beyond the closed list', () => {
    expect(folders.filter((name) => !TOP_LEVEL_FOLDERS.includes(name!))).toEqual([]);
  });

  test('has no file or folder with a name that says nothing', () => {
    const named = files.filter(
      (name) =>
        !name.startsWith('tests/') &&
        name.split('/').some((part) => EMPTY_NAMES.includes(part.split('.')[0]!)),
    );
    expect(named).toEqual([]);
  });

  test('has one index.ts, the register of workflows', () => {
    const others = files.filter((name) => basename(name) === 'index.ts' && name !== 'workflows/index.ts');
    expect(others).toEqual([]);
  });

  test('has a source file for each unit test, in the same place', () => {
    const known = new Set(files.map((name) => name.replace(/\.(ts|mjs|json)$/, '')));
    const strays = files.filter((name) => {
      if (!/^tests\/unit\/.*\.test\.ts$/.test(name)) return false;
      // A large subject may have several test files, such as subject.test.ts and subject-aspect.test.ts.
      const text = basename(name, '.test.ts').split('-');
      const folder = dirname(name).slice('tests/unit/'.length);
      return !text.some((_, at) => known.has(`${folder}/${text.slice(0, at + 1).join('-')}`));
    });
    expect(strays).toEqual([]);
  });

  test('numbers migrations without a gap, and each opens with why', () => {
    const migrations = files.filter((name) => dirname(name) === 'db/migrations');
    const numbers = migrations.map((name) => Number(basename(name).slice(0, 4)));
    expect(numbers).toEqual(migrations.map((_, position) => position + 1));
    expect(migrations.filter((name) => !readProjectFile(name).startsWith('-- '))).toEqual([]);
  });

  test('holds no note of unfinished work', () => {
    const text = files.filter((name) => /\.(ts|mjs|cjs|sql|md|json|ya?ml)$/.test(name));
    const note = new RegExp(`\\b(${['TO', 'FIX'].join('DO|')}ME|${'X'.repeat(3)})\\b`);
    expect(text.filter((name) => note.test(readProjectFile(name)))).toEqual([]);
  });
});

describe('Temporal', () => {
  test('each file of activities/ exports one factory of activities and types, nothing else', () => {
    const wrong = production
      .filter(({ fileName }) => dirname(fileName) === 'activities')
      .flatMap((source) => {
        const values = exportedValues(source);
        const isOne = values.length === 1 && /^create\w*Activities$/.test(values[0]!);
        return isOne ? [] : [`${source.fileName}: ${values.join(', ')}`];
      });
    expect(wrong).toEqual([]);
  });

  test('activities send heartbeats through stages/heartbeat.ts alone, where they are noted', () => {
    const elsewhere = production.filter(({ fileName }) => fileName !== 'stages/heartbeat.ts');
    const isHeartbeat = (node: ts.Node): boolean =>
      (ts.isImportDeclaration(node) &&
        /'@temporalio\/activity'/.test(node.moduleSpecifier.getText()) &&
        /\bheartbeat\b/.test(node.importClause?.getText() ?? '')) ||
      (ts.isPropertyAccessExpression(node) && /^Context\.current\(\)\.heartbeat$/.test(node.getText()));
    expect(placesWhere(elsewhere, isHeartbeat)).toEqual([]);
  });

  test('timeouts and retries of activities are chosen in workflows/activity-options.ts alone', () => {
    const elsewhere = production.filter(
      ({ fileName }) => fileName.startsWith('workflows/') && fileName !== 'workflows/activity-options.ts',
    );
    const isTimeout = (node: ts.Node) =>
      ts.isIdentifier(node) &&
      /^(startToClose|scheduleToStart|scheduleToClose|heartbeat)Timeout$/.test(node.text);
    expect(placesWhere(elsewhere, isTimeout)).toEqual([]);
  });

  test('activities are called through workflows/activity-proxies.ts alone', () => {
    const elsewhere = production.filter(({ fileName }) => fileName !== 'workflows/activity-proxies.ts');
    const isProxy = (node: ts.Node) => ts.isIdentifier(node) && /^proxy(Local)?Activities$/.test(node.text);
    expect(placesWhere(elsewhere, isProxy)).toEqual([]);
  });

  test('workflow ids are made in temporal-config/workflow-ids.ts alone', () => {
    const place = 'temporal-config/workflow-ids.ts';
    const prefixes = [...readProjectFile(place).matchAll(/return `([a-z-]+\/)/g)].map((found) => found[1]!);
    expect(prefixes).toContain('crawl/');
    const isId = (node: ts.Node) =>
      (ts.isStringLiteralLike(node) || ts.isTemplateHead(node)) &&
      prefixes.some((prefix) => node.text.startsWith(prefix));
    const elsewhere = production.filter(
      ({ fileName }) => fileName !== place && !fileName.startsWith('bench/'),
    );
    expect(placesWhere(elsewhere, isId)).toEqual([]);
  });
});

describe('effects', () => {
  /** Whether a file is a program, which does its work as soon as it is loaded. */
  const isProgram = (name: string) =>
    basename(name) === 'main.ts' || /^(scripts|local|examples)\//.test(name) || name === 'vitest.config.ts';

  test('nothing waits at import but programs', () => {
    const others = production.filter(({ fileName }) => !isProgram(fileName));
    expect(others.flatMap(topLevelAwaits)).toEqual([]);
  });

  test('only programs, and the run of a worker, end the process or listen to its signals', () => {
    const others = production.filter(
      ({ fileName }) => !isProgram(fileName) && fileName !== 'workers/run-worker.ts',
    );
    const isProcessCall = (node: ts.Node) =>
      ts.isPropertyAccessExpression(node) && /^process\.(exit|exitCode|on|once)$/.test(node.getText());
    expect(placesWhere(others, isProcessCall)).toEqual([]);
  });

  test('no test sleeps: it waits for an event, or moves the clock', () => {
    const isTimer = (node: ts.Node) =>
      (ts.isCallExpression(node) && node.expression.getText() === 'setTimeout') ||
      (ts.isImportDeclaration(node) && /timers\/promises/.test(node.moduleSpecifier.getText()));
    expect(placesWhere(tests, isTimer)).toEqual([]);
  });
});

describe('words', () => {
  test('each exported function says what it does', () => {
    const scripts = files.filter((name) => /^(?!tests\/).*\.[cm]js$/.test(name)).map(parseSource);
    const silent = [...production, ...scripts].flatMap((source) =>
      source.statements
        .filter(
          (statement) =>
            isExported(statement) &&
            isFunction(statement) &&
            ts.getJSDocCommentsAndTags(statement).length === 0,
        )
        .map((statement) => placeOf(source, statement)),
    );
    expect(silent).toEqual([]);
  });

  test('names are written out', () => {
    const isShortened = (node: ts.Node) =>
      (ts.isVariableDeclaration(node) ||
        ts.isParameter(node) ||
        ts.isFunctionDeclaration(node) ||
        ts.isPropertySignature(node)) &&
      node.name !== undefined &&
      ts.isIdentifier(node.name) &&
      ABBREVIATIONS.test(node.name.text);
    expect(placesWhere(sources, isShortened)).toEqual([]);
  });
});

function placesWhere(among: ts.SourceFile[], isWrong: (node: ts.Node) => boolean): string[] {
  return among.flatMap((source) => {
    const places: string[] = [];
    walk(source, (node) => {
      if (isWrong(node)) places.push(placeOf(source, node));
    });
    return places;
  });
}

/** Returns the names of the values (not types) that a file exports. */
function exportedValues(source: ts.SourceFile): string[] {
  return source.statements.flatMap((statement) => {
    if (ts.isExportDeclaration(statement) && !statement.isTypeOnly) return [statement.getText()];
    if (!isExported(statement)) return [];
    if (ts.isVariableStatement(statement))
      return statement.declarationList.declarations.map(({ name }) => name.getText());
    if (ts.isFunctionDeclaration(statement) || ts.isClassDeclaration(statement))
      return [statement.name?.text ?? 'default'];
    return [];
  });
}

function isExported(statement: ts.Statement): boolean {
  const modifiers = ts.canHaveModifiers(statement) ? ts.getModifiers(statement) : undefined;
  return modifiers?.some(({ kind }) => kind === ts.SyntaxKind.ExportKeyword) ?? false;
}

/** Whether a statement declares a function, possibly by assigning it to a constant. */
function isFunction(statement: ts.Statement): boolean {
  if (ts.isFunctionDeclaration(statement)) return true;
  if (!ts.isVariableStatement(statement)) return false;
  return statement.declarationList.declarations.some(
    ({ initializer }) =>
      initializer && (ts.isArrowFunction(initializer) || ts.isFunctionExpression(initializer)),
  );
}

function topLevelAwaits(source: ts.SourceFile): string[] {
  const places: string[] = [];
  const visit = (node: ts.Node): void => {
    if (ts.isFunctionLike(node) || ts.isClassStaticBlockDeclaration(node)) return;
    if (ts.isAwaitExpression(node) || (ts.isForOfStatement(node) && node.awaitModifier !== undefined))
      places.push(placeOf(source, node));
    ts.forEachChild(node, visit);
  };
  visit(source);
  return places;
}
