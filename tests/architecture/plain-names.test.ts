import ts from 'typescript';
import { expect, test } from 'vitest';
import { parseSource, placeOf, projectFiles, readProjectFile, walk } from './source-files.ts';

const GLOSSARY = 'docs/reference/glossary.md';

/** Verbs and endings that a reader has to translate. Plain ones are format, describe, report, fetch, query, delete and current. */
const QUAINT =
  /^(tell|told|ask|asked|calling|forget|lookAt|lookFor|mend)[A-Z]|^(Told|Asked|Wished)[A-Z]|(InWords|Wish|Wishes|Book|Lane|Turns)$/;

/** Allowed names, in which `Turns` has its plain meaning: things that are done by turns, or their number. */
const PLAIN = new Set(['takeTurns', 'countTurns', 'recordTurns', 'resizeInTurns', 'measureInTurns']);

const files = projectFiles();
const sources = files.filter((name) => /\.tsx?$/.test(name));

test('variables, functions and types have plain names', () => {
  const isQuaint = (node: ts.Node): boolean =>
    (ts.isVariableDeclaration(node) ||
      ts.isParameter(node) ||
      ts.isFunctionDeclaration(node) ||
      ts.isInterfaceDeclaration(node) ||
      ts.isTypeAliasDeclaration(node)) &&
    node.name !== undefined &&
    ts.isIdentifier(node.name) &&
    QUAINT.test(node.name.text) &&
    !PLAIN.has(node.name.text);
  const quaint: string[] = [];
  for (const source of sources.map(parseSource))
    walk(source, (node) => {
      if (isQuaint(node)) quaint.push(`${placeOf(source, node)} ${node.getText().slice(0, 60)}`);
    });
  expect(quaint).toEqual([]);
});

test('the glossary lists only what the code uses', () => {
  const rows = readProjectFile(GLOSSARY).matchAll(/^- \*\*([a-z ]+)\*\*:/gm);
  const terms = [...rows].map(([, term]) => term!);
  expect(terms.length).toBeGreaterThan(10);
  const code = sources
    .filter((name) => !name.startsWith('tests/'))
    .map(readProjectFile)
    .join('\n');
  const isUsed = (term: string) => new RegExp(term.replaceAll(' ', '[ _-]?'), 'i').test(code);
  expect(terms.filter((term) => !isUsed(term))).toEqual([]);
});
