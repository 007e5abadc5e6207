import { once } from 'node:events';
import type { AddressInfo } from 'node:net';
import { createWebUiDoor } from '../local/web-ui-door.ts';
import { parseOptions } from './start/options.ts';
import { StartRefused } from './start/refusal.ts';

// `npm run web-ui-door`: runs a proxy in front of a Temporal Web UI that runs elsewhere. A container runs this script with
// nothing but Node, so its imports need no package.

const EXIT_REFUSED = 2;

const HELP = `npm run web-ui-door -- --upstream HOST:PORT [options]

Stands in front of a Temporal Web UI and refuses what pages of other sites send to it.

  --upstream HOST:PORT   where the Web UI itself listens
  --listen HOST:PORT     where people find it (default 127.0.0.1:8233)
  --namespace NAME       the first page shows its workflows (default crawlchain)
  --help                 print this
`;

const OPTIONS = {
  upstream: { type: 'string' },
  listen: { type: 'string' },
  namespace: { type: 'string' },
  help: { type: 'boolean' },
} as const;

try {
  await main(process.argv.slice(2));
} catch (error) {
  process.stderr.write(`${(error as Error).message}\n`);
  process.exit(EXIT_REFUSED);
}

async function main(args: string[]): Promise<void> {
  const given = parseOptions(args, { options: OPTIONS, command: 'npm run web-ui-door' });
  if (given.help) return void process.stdout.write(HELP);
  const upstream = hostAndPort('upstream', given.upstream ?? '');
  const listen = hostAndPort('listen', given.listen ?? '127.0.0.1:8233');
  const door = createWebUiDoor({ namespace: given.namespace ?? 'crawlchain', upstream: () => upstream });
  door.listen(listen.port, listen.hostname);
  await once(door, 'listening');
  const { port } = door.address() as AddressInfo;
  process.stdout.write(`The Web UI is at http://${listen.hostname}:${port}\n`);
}

function hostAndPort(name: string, given: string): { hostname: string; port: number } {
  const [, hostname, port] = /^([^\s:/]+):(\d{1,5})$/.exec(given) ?? [];
  if (hostname === undefined || Number(port) > 65_535)
    throw new StartRefused(
      `--${name} is ${JSON.stringify(given)}; it takes host:port, such as 127.0.0.1:6669`,
    );
  return { hostname, port: Number(port) };
}
