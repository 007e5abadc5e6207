import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const PROJECT_ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Every file of the project, relative to its root: tracked ones and new ones, none that git ignores. */
export function projectFiles(): string[] {
  const listed = execFileSync('git', ['ls-files', '-z', '--cached', '--others', '--exclude-standard'], {
    cwd: PROJECT_ROOT,
    encoding: 'utf8',
  });
  const names = listed.split('\0').filter((name) => name !== '' && existsSync(join(PROJECT_ROOT, name)));
  return [...new Set(names)].sort();
}

export function readProjectFile(name: string): string {
  return readFileSync(join(PROJECT_ROOT, name), 'utf8');
}

/** A TypeScript file as its parser sees it, so that words in comments and texts are not taken for code. */
export function parseSource(name: string): ts.SourceFile {
  return ts.createSourceFile(name, readProjectFile(name), ts.ScriptTarget.Latest, true);
}

/** Calls `visit` for every node of a file, outer ones first. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** `path:line`, as editors open it. */
export function placeOf(source: ts.SourceFile, node: ts.Node): string {
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
}
