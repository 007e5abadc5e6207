import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { loadEnvFile } from '../../../config/env-file.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

async function writeEnv(text: string): Promise<string> {
  const path = join(await temporaryFolder('env-'), 'settings');
  await writeFile(path, text);
  return path;
}

test('a file sets what the environment does not', async () => {
  const path = await writeEnv("# servers\nDATABASE_URL='postgres://a/b'\nLOG_LEVEL=debug\nAPI_PORT=\n");
  const environment = { CRAWLCHAIN_ENV_FILE: path, LOG_LEVEL: 'warn', API_PORT: ' ' };
  expect(loadEnvFile(environment)).toEqual([]);
  expect(environment).toEqual({
    CRAWLCHAIN_ENV_FILE: path,
    DATABASE_URL: 'postgres://a/b',
    LOG_LEVEL: 'warn',
    API_PORT: '',
  });
});

test('a name that no program reads is told with the one that was meant', async () => {
  const path = await writeEnv(
    'DATABSE_URL=x\nCOLOUR=red\nAPI_URL=http://localhost:3000\nTEMPORAL_CLI_PATH=/x\n',
  );
  expect(
    loadEnvFile({ CRAWLCHAIN_ENV_FILE: path, TEMPORAL_ADRESS: 'x:7233', EDITOR: 'ed', NODE_OPTIONS: '' }),
  ).toEqual([
    'TEMPORAL_ADRESS is set, and no program reads it; did you mean TEMPORAL_ADDRESS?',
    `${path} sets COLOUR, which no program of Crawlchain reads`,
    `${path} sets DATABSE_URL, which no program of Crawlchain reads; did you mean DATABASE_URL?`,
  ]);
});

test('a file that was named has to be there, and none reads none', () => {
  expect(() => loadEnvFile({ CRAWLCHAIN_ENV_FILE: '/nowhere/.env' })).toThrow(
    /^\/nowhere\/\.env cannot be read: ENOENT.+; CRAWLCHAIN_ENV_FILE=none reads no file$/,
  );
  expect(loadEnvFile({ CRAWLCHAIN_ENV_FILE: 'none' })).toEqual([]);
});
