import { execFileSync } from 'node:child_process';
import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import ts from 'typescript';

export const PROJECT_ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Returns every file of the project that git does not ignore, tracked or new, relative to the root. */
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

/** Parses a TypeScript file, so that comments and strings are not mistaken for code. */
export function parseSource(name: string): ts.SourceFile {
  return ts.createSourceFile(name, readProjectFile(name), ts.ScriptTarget.Latest, true);
}

/** Calls `visit` for every node of a file, outer nodes first. */
export function walk(node: ts.Node, visit: (node: ts.Node) => void): void {
  visit(node);
  ts.forEachChild(node, (child) => walk(child, visit));
}

/** Returns the position of a node as `path:line`, which editors can open. */
export function placeOf(source: ts.SourceFile, node: ts.Node): string {
  return `${source.fileName}:${source.getLineAndCharacterOfPosition(node.getStart(source)).line + 1}`;
}
