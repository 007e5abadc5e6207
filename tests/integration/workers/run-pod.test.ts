import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, test } from 'vitest';
import { createLog } from '../../../observability/log.ts';
import { OUTGROWN } from '../../../workers/exit-codes.ts';
import { runPod } from '../../../workers/run-pod.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';

test('a worker of a pod whose memory has grown is started anew, and the others go on', async () => {
  const folder = await temporaryFolder('pod-');
  const [main, starts] = [join(folder, 'main.mjs'), join(folder, 'starts')];
  await writeFile(
    main,
    `import { appendFileSync, readFileSync } from 'node:fs';
    const name = process.argv[process.argv.indexOf('--worker') + 1];
    appendFileSync(${JSON.stringify(starts)}, name + '\\n');
    const count = readFileSync(${JSON.stringify(starts)}, 'utf8').split('\\n').filter((line) => line === name).length;
    process.exit(name === 'pod-1' && count < 3 ? ${OUTGROWN} : 0);`,
  );
  const code = await runPod({
    main,
    worker: 'pod',
    count: 2,
    listen: () => undefined,
    log: createLog('silent'),
  });
  expect(code).toBe(0);
  const lines = (await readFile(starts, 'utf8')).split('\n').filter(Boolean);
  expect(lines.toSorted()).toEqual(['pod-1', 'pod-1', 'pod-1', 'pod-2']);
});
