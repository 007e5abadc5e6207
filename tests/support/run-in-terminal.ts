import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { onTestFinished } from 'vitest';

const ROOT = fileURLToPath(new URL('../../', import.meta.url));

/** Runs a command in a terminal of its own, and answers the command's question. @param answer null: the command must not ask a question */
export async function runInTerminal(
  text: readonly string[],
  answer: string | null,
  env: Record<string, string> = {},
): Promise<{ code: number | null; shown: string }> {
  const line = [process.execPath, 'cli/main.ts', ...text].map((word) => `'${word}'`).join(' ');
  const child = spawn('script', ['--quiet', '--return', '--command', line, '/dev/null'], {
    cwd: ROOT,
    env: { ...process.env, ...env },
    stdio: ['pipe', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  let shown = '';
  let isAnswered = answer === null;
  child.stdout.on('data', (piece: Buffer) => {
    shown += piece.toString();
    if (isAnswered || !/\[y\/N\] |url> |not shown: /.test(shown)) return;
    isAnswered = true;
    // A control character is a key of its own.
    child.stdin.write(answer! < ' ' ? answer! : `${answer}\r`);
  });
  return new Promise((resolve, reject) => {
    child.on('error', reject);
    child.on('close', (code) => resolve({ code, shown }));
  });
}
