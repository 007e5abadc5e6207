import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readPayload } from '../../../../../cli/commands/jobs/read-job-options.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

test('a payload is read from the option, or from the file that it names', async () => {
  const file = join(await temporaryFolder('payload-'), 'list.json');
  await writeFile(file, '{"urls": ["https://images.example.com/1.png"]}');
  expect(readPayload('{"to": 1}')).toEqual({ to: 1 });
  expect(readPayload(`@${file}`)).toEqual({ urls: ['https://images.example.com/1.png'] });
  expect(() => readPayload('@none.json')).toThrow(/or @ and the name of a file that has one \(ENOENT/);
});
