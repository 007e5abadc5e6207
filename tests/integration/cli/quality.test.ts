import { expect, test } from 'vitest';
import { startApiServer } from '../../support/api-server.ts';
import { runProgram } from '../../support/run-program.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';
import { beginRun, ingest } from '../db/make-crawl.ts';
import { makeProduct } from '../db/make-product.ts';
import { makeUnconfirmed, SUSPICION } from '../db/make-unconfirmed.ts';

test('the command shows each problem with the dispensaries that have it and the values that show it', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { url: CRAWLCHAIN_URL } = await startApiServer({ db, client, isFollowed: false });
  const call = async (...text: string[]) =>
    runProgram('cli/main.ts', ['quality', ...text], { CRAWLCHAIN_URL });
  const run = await beginRun(db);
  const products = [makeProduct('a')];
  await ingest(db, run, { fetchedAt: new Date(), products });
  expect((await call()).stdout).toBe('None of the 1 crawled dispensaries has a problem.\n');

  const { payloadId } = await makeUnconfirmed(db);
  const { stdout } = await call();
  expect(stdout).toMatch(/^unconfirmed +1 of 2 +the last crawl fetched a menu that is doubted/m);
  expect(stdout).toMatch(
    /^Desert Bloom \(\d+\) +unconfirmed +60 of 90 products.* For example: Blue Dream: on the menu → gone\. It is fetched again at/m,
  );
  expect((await call('--problem', 'quarantined')).stdout).toMatch(
    new RegExp(`^Desert Bloom .* quarantined +1 waiting; payload ${payloadId}: 60 of 90`, 'm'),
  );
  expect((await call('--problem', 'flawed')).stdout).toContain(
    'No dispensary has the problem flawed (options or values',
  );

  const { platforms, dispensaries } = JSON.parse((await call('--state', 'az', '--json')).stdout);
  expect(platforms).toMatchObject([{ dispensaries: 2, problems: { unconfirmed: 1 } }]);
  expect(dispensaries).toMatchObject([
    {
      problems: ['unconfirmed', 'quarantined'],
      suspect_id: payloadId,
      suspicion_samples: SUSPICION.samples,
    },
  ]);
  const elsewhere = JSON.parse((await call('--state', 'nv', '--json')).stdout);
  expect(elsewhere).toEqual({ platforms: [], dispensaries: [], has_more: false });
  const refused = await call('--problem', 'bad');
  expect(refused).toMatchObject({ code: 2, stdout: '' });
  expect(refused.stderr).toContain('Allowed choices are unconfirmed,');
});
