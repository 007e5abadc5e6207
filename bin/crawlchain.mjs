#!/usr/bin/env node
// The command, with whatever Node the machine has: the first stage finds the pinned one.
import { readFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';

const words = process.argv.slice(2);
if (words.length === 1 && words[0] === '--version') {
  const { version } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
  process.stdout.write(`${version}\n`);
} else {
  const { runFirstStage } = await import('../scripts/first-stage.mjs');
  const main = fileURLToPath(new URL('../cli/main.ts', import.meta.url));
  process.exitCode = await runFirstStage([main, ...words]);
}
