#!/usr/bin/env node
// The command, with whatever Node the machine has: the first stage finds the pinned one.
import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';

const [firstStage, main] = ['../scripts/first-stage.mjs', '../cli/main.ts'].map((path) =>
  fileURLToPath(new URL(path, import.meta.url)),
);
const child = spawn(process.execPath, [firstStage, main, ...process.argv.slice(2)], { stdio: 'inherit' });
for (const signal of ['SIGINT', 'SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal));
child.on('exit', (code, signal) => {
  process.exitCode = signal === null ? (code ?? 1) : 1;
});
