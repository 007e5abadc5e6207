import { mkdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepPort, reportWrongPorts, wishedPorts } from '../../../../scripts/start/kept-ports.ts';
import { temporaryFolder } from '../../../support/temporary-folder.ts';

test('the port of each server is kept, and a port that was taken is reported', async () => {
  const dataDir = await temporaryFolder('kept-ports-');
  const lines: string[] = [];
  const progress = (line: string) => void lines.push(line);
  expect(wishedPorts(dataDir, 'api', 3000)).toEqual([3000]);
  keepPort({ dataDir, progress }, { server: 'api', wished: [3000], port: 3000 });
  expect(lines).toEqual([]);
  keepPort({ dataDir, progress }, { server: 'postgres', wished: [5432], port: 40_001 });
  keepPort({ dataDir, progress }, { server: 'api', wished: [3000], port: 40_002 });
  expect(lines).toEqual([
    'Port 5432 is taken, so PostgreSQL listens on 40001',
    'Port 3000 is taken, so the API listens on 40002',
  ]);
  expect(wishedPorts(dataDir, 'api', 3000)).toEqual([40_002, 3000]);
  expect(wishedPorts(dataDir, 'postgres', 40_001)).toEqual([40_001]);
});

const NEXT = 'Servers without a valid port in it get their usual port or a free one.';

test.each([
  ['', 'is not JSON'],
  ['{"api":', 'is not JSON'],
  ['null', 'is not an object of JSON with a port for each server'],
  ['[3001]', 'is not an object of JSON with a port for each server'],
  [
    '{"postgres":5433,"api":"3001","webUi":70000}',
    'has "3001" for the API, 70000 for Temporal\'s Web UI; it takes whole numbers from 1 to 65535',
  ],
])('a file with %j is reported, and the ports that are wrong are not used', async (text, fault) => {
  const dataDir = await temporaryFolder('kept-ports-');
  const path = join(dataDir, 'ports.json');
  await writeFile(path, text);
  const lines: string[] = [];
  const kept = { dataDir, progress: (line: string) => void lines.push(line) };
  reportWrongPorts(kept);
  expect(lines).toEqual([`${path} ${fault}. ${NEXT}`]);
  expect(wishedPorts(dataDir, 'api', 3000)).toEqual([3000]);
  expect(wishedPorts(dataDir, 'postgres', 5432)).toEqual(text.includes('5433') ? [5433, 5432] : [5432]);
  keepPort(kept, { server: 'api', wished: [3000], port: 3000 });
  keepPort(kept, { server: 'webUi', wished: [8233], port: 8233 });
  reportWrongPorts(kept);
  expect(lines).toHaveLength(1);
});

test('a file that cannot be read is reported, and no file is nothing to report', async () => {
  const dataDir = await temporaryFolder('kept-ports-');
  const lines: string[] = [];
  const kept = { dataDir, progress: (line: string) => void lines.push(line) };
  reportWrongPorts(kept);
  expect(lines).toEqual([]);
  await mkdir(join(dataDir, 'ports.json'));
  reportWrongPorts(kept);
  expect(lines).toEqual([expect.stringMatching(/ports\.json cannot be read \(EISDIR: [^\n]+\)\. Servers /)]);
  expect(wishedPorts(dataDir, 'api', 3000)).toEqual([3000]);
});
