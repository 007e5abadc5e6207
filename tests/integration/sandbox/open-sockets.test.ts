import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { readdir, readlink } from 'node:fs/promises';
import { createInterface } from 'node:readline';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { expect, onTestFinished, test, vi } from 'vitest';
import { chooseProfile } from '../../../domain/browser-profiles.ts';
import { createWreqTransport } from '../../../egress/wreq-transport.ts';
import type { SandboxInfo } from '../../../sandbox/start-sandbox.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

const MAIN = fileURLToPath(new URL('../../../sandbox/main.ts', import.meta.url));

/** The number of sessions through each proxy. If each leaked a socket, that would be far more than a process keeps open anyway. */
const SESSIONS = 20;
/** How many more sockets than before the first session may be open, for listeners, pipes and the process's own connections. */
const SPARE = 5;

async function startSandboxProcess(): Promise<{ pid: number; info: SandboxInfo }> {
  const stateDir = join(await temporaryFolder('open-sockets-'), 'state');
  const child = spawn(process.execPath, [MAIN, '--state-dir', stateDir, '--dispensaries', '1'], {
    stdio: ['ignore', 'pipe', 'inherit'],
  });
  onTestFinished(() => void child.kill('SIGTERM'));
  const [line] = (await once(createInterface(child.stdout), 'line')) as [string];
  return { pid: child.pid!, info: JSON.parse(line) as SandboxInfo };
}

async function countSockets(pid: number): Promise<number> {
  const folder = `/proc/${pid}/fd`;
  // A descriptor may be closed between reading the folder and reading the link.
  const targets = await Promise.all(
    (await readdir(folder)).map((name) => readlink(join(folder, name)).catch(() => '')),
  );
  return targets.filter((target) => target.startsWith('socket:')).length;
}

test.runIf(process.platform === 'linux')(
  'the sandbox keeps no socket of a session that is over, whichever side closed first',
  async () => {
    const { pid, info } = await startSandboxProcess();
    // The native client reads this variable only once, before the first request of the process.
    process.env['SSL_CERT_FILE'] = info.caFile;
    const before = await countSockets(pid);
    for (const [id, access] of info.proxies.entries()) {
      const identity = { proxy: { id, ...access }, profile: chooseProfile(id) };
      for (let session = 0; session < SESSIONS; session += 1) {
        const transport = await createWreqTransport({
          identity,
          addressPolicy: { allowedPrivateHosts: ['*.sandbox.test'] },
        });
        // In every second session, the storefront closes the connection before the client does.
        const headers = session % 2 === 0 ? [] : [['connection', 'close'] as const];
        expect((await transport.send({ method: 'GET', url: info.echoUrl, headers })).status).toBe(200);
        await transport.send({ method: 'GET', url: `${info.menuBaseUrl}/`, headers });
        await transport.close();
      }
    }
    await vi.waitFor(async () => expect(await countSockets(pid)).toBeLessThanOrEqual(before + SPARE), {
      timeout: 15_000,
      interval: 200,
    });
  },
);
