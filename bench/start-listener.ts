import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import type { ServerHome } from './start-servers.ts';

/** Starts a program that serves HTTP and logs `listening`. @returns its address */
export async function startListener(
  { group, folder }: ServerHome,
  program: string,
  env: Record<string, string>,
): Promise<string> {
  const listening = Promise.withResolvers<string>();
  const managed = group.start({
    name: program,
    command: process.execPath,
    args: [fileURLToPath(new URL(`../${program}`, import.meta.url))],
    env: { ...process.env, ...env },
    logFile: join(folder, `${program.replaceAll('/', '-')}.log`),
    onStdoutLine: (line) => {
      if (line.includes('"msg":"listening"')) listening.resolve((JSON.parse(line) as { url: string }).url);
    },
    onExit: () => listening.reject(new Error(`${program} ended:\n${managed.logTail()}`)),
  });
  return listening.promise;
}
