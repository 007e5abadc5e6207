import { expect, test } from 'vitest';
import { diffPayloads } from '../../../payloads/diff-payloads.ts';
import { readEnvironment } from '../../../config/environment.ts';
import { platformSettings } from '../../../config/platform-settings.ts';
import { normalizeMenu } from '../../../platforms/normalize-menu.ts';
import { createPlatformRegistry } from '../../../platforms/registry.ts';
import { createPayloadFiles } from '../../../storage/payload-files.ts';
import { temporaryFolder } from '../../support/temporary-folder.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { beginRun, day, ingest } from '../db/make-crawl.ts';

const menu = (id: string, price: number) => [{ id, Name: 'Blue Dream', Options: ['1g'], recPrices: [price] }];

test('a product that has another id in the later payload is the same in both', async () => {
  const { db } = await createTestDatabase();
  const run = await beginRun(db);
  const platforms = createPlatformRegistry(platformSettings(readEnvironment({})));
  const payloadFiles = createPayloadFiles({ root: await temporaryFolder('diff-') });
  const bringIn = async (fetchedAt: Date, products: object[]): Promise<number> => {
    const { dispensaryId } = run;
    const file = await payloadFiles.write({ dispensaryId, fetchedAt, document: { products } });
    const { path: storagePath, sha256, bytes, rawBytes } = file;
    const content = normalizeMenu(platforms.dutchie, products);
    const record = { storagePath, sha256, bytes, rawBytes };
    return (await ingest(db, run, { fetchedAt, ...content, record })).payload.id;
  };
  const from = await bringIn(day(1), menu('old', 10));
  const to = await bringIn(day(2), menu('new', 12));
  const { details } = await diffPayloads({ db, platforms, payloadFiles }, { from, to });
  expect(details).toMatchObject({
    added: [],
    removed: [],
    priceChanges: [{ providerProductId: 'new', from: { rec: '10.00' }, to: { rec: '12.00' } }],
  });
});
