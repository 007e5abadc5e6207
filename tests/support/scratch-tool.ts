import { execFile } from 'node:child_process';
import { randomInt } from 'node:crypto';
import { chmod, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { onTestFinished, vi } from 'vitest';
import type { Tool } from '../../jobs/tools/known-tools.ts';
import { temporaryFolder } from './temporary-folder.ts';

/** What the tool does, as `--do` says. It prints its arguments if there is no such deed. */
const SCRIPT = `#!/bin/sh
for argument in "$@"; do
  case $argument in --do=*) deed=\${argument#--do=};; --with=*) with=\${argument#--with=};; esac
done
case $deed in
  environment) env ;;
  endless) exec yes ;;
  fill) exec %node% --eval 'const kept = []; setInterval(() => kept.push(Buffer.alloc(2e7, 1)), 5)' ;;
  linger)
    trap '' TERM
    (trap '' TERM; exec sleep "$with") &
    sleep "$with" ;;
  leave)
    sleep "$with" > /dev/null 2>&1 & ;;
  write) for file in $with; do echo x > "$file" && echo "$file"; done ;;
  read) for file in $with; do cat "$file"; done ;;
  reach) NODE_USE_ENV_PROXY=1 NODE_EXTRA_CA_CERTS=$SSL_CERT_FILE exec %node% '%reach%' "$with" ;;
  *) printf '%s\\n' "$@"; echo wrong >&2; exit 3 ;;
esac
`;

/** Reports what it reaches: by its proxy, and past it. */
const REACH = `
import { connect } from 'node:net';
const reached = {};
for (const url of process.argv[2].split(' ')) {
  if (URL.canParse(url) && url.startsWith('https:')) {
    try {
      const answer = await fetch(url);
      reached[url] = answer.status + ' ' + (await answer.text()).slice(0, 100);
    } catch (error) {
      reached[url] = 'refused';
    }
  } else {
    const [host, port] = url.split(':');
    const place = url.startsWith('/') ? { path: url } : { host, port: Number(port) };
    reached[url] = await new Promise((resolve) => {
      connect(place, () => resolve('reached')).on('error', () => resolve('refused'));
    });
  }
}
console.log(JSON.stringify(reached));
process.exit();
`;

/** A small program of the calling test, which is in PATH as \`lister\`. */
export async function makeScratchTool(): Promise<{ tools: ReadonlyMap<string, Tool>; folder: string }> {
  const folder = await temporaryFolder('scratch-tool-');
  const reach = join(folder, 'reach.mjs');
  await writeFile(reach, REACH);
  const path = join(folder, 'lister');
  await writeFile(path, SCRIPT.replaceAll('%node%', process.execPath).replace('%reach%', reach));
  await chmod(path, 0o755);
  vi.stubEnv('PATH', `${folder}:${process.env['PATH']}`);
  onTestFinished(() => void vi.unstubAllEnvs());
  const tool: Tool = {
    program: 'lister',
    install: 'make lister',
    always: ['--no-settings'],
    userAgent: (userAgent) => ['--as', userAgent],
    flags: ['-j'],
    options: ['--do', '--with'],
  };
  return { folder, tools: new Map([[tool.program, tool]]) };
}

/** Returns a time in seconds that no other process sleeps for, and the processes that do. */
export function uniqueSleep(): { seconds: string; processes: () => Promise<string[]> } {
  const seconds = `8${randomInt(1_000, 9_999)}.${randomInt(1_000, 9_999)}`;
  return {
    seconds,
    async processes() {
      // It fails where there is none.
      const { stdout } = await promisify(execFile)('pgrep', ['-x', '-f', `sleep ${seconds}`]).catch(() => ({
        stdout: '',
      }));
      return stdout.split('\n').filter(Boolean);
    },
  };
}
