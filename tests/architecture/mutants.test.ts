import { expect, test } from 'vitest';
import { MUTANTS } from '../mutants/mutants.ts';
import { projectFiles, readProjectFile } from './source-files.ts';

test('each mutant fits its file in one place, and has its tests', () => {
  const files = new Set(projectFiles());
  const misfits = MUTANTS.filter(
    ({ file, from, test: tests }) =>
      !files.has(file) || !files.has(tests) || readProjectFile(file).split(from).length !== 2,
  );
  expect(misfits.map(({ file, from }) => `${file}: ${from}`)).toEqual([]);
});
