import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { keepPort, wishedPorts } from '../../../../scripts/start/kept-ports.ts';
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

test.each(['', '{"api":', 'null', '{"api":"3000"}', '{"api":70000}'])(
  'a file with %j keeps no port',
  async (text) => {
    const dataDir = await temporaryFolder('kept-ports-');
    await writeFile(join(dataDir, 'ports.json'), text);
    expect(wishedPorts(dataDir, 'api', 3000)).toEqual([3000]);
  },
);
