import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { readCapture } from '../../../../../cli/commands/normalize/read-capture.ts';
import { CommandRefused } from '../../../../../cli/command-refused.ts';
import { readEnvironment } from '../../../../../config/environment.ts';
import { platformSettings } from '../../../../../config/platform-settings.ts';
import { createPlatformRegistry } from '../../../../../platforms/registry.ts';
import { temporaryFolder } from '../../../../support/temporary-folder.ts';

const platforms = createPlatformRegistry(platformSettings(readEnvironment({})));

test.each([
  ['numbers', '7'],
  ['texts', '"a"'],
  ['lists', '[]'],
  ['empty objects', '{}'],
])('130,000 %s are refused in every envelope', async (_title, item) => {
  const items = `[${Array.from({ length: 130_000 }, () => item).join()}]`;
  for (const content of [items, `{"platform":"blaze","products":${items}}`, `{"data":${items}}`]) {
    const file = join(await temporaryFolder('capture-'), 'capture');
    await writeFile(file, content);
    const refusal = await readCapture(file, platforms, undefined).catch((error: unknown) => error);
    expect(refusal).toBeInstanceOf(CommandRefused);
  }
});
