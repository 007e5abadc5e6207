import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { decideQuarantined } from '../../../db/queries/quarantine.ts';
import { beginRun, ingest, makeProxy } from '../db/make-crawl.ts';
import { makeProduct } from '../db/make-product.ts';
import { CONFIRM_AFTER_MS, createStore, menuOf, rawProduct, stockOf } from '../activities/judged-store.ts';

const ALL = Array.from({ length: 60 }, (_, place) => place);
const whole = menuOf(ALL);
const half = menuOf(ALL.slice(30));

describe('a menu that is not believed', () => {
  test('is fetched again, and forgotten where the next look shows something better', async () => {
    const { crawl, verdicts } = await createStore();
    await crawl([whole]);
    expect(await crawl([half, whole])).toHaveProperty('missing');
    expect(await verdicts()).toMatchObject([
      { verdict: 'accepted' },
      { verdict: 'rejected', by: 'refetch' },
      { verdict: 'accepted' },
    ]);
  });

  test('ends the chain where another address shows the same, and nothing of it goes in', async () => {
    const { db, id, crawl, verdicts } = await createStore();
    await crawl([whole]);
    const before = await stockOf(db);
    expect(await crawl([half, half])).toMatchObject({
      productCount: 30,
      unconfirmed: {
        faults: ['shrunk', 'unstocked'],
        message: expect.stringContaining('30 of 60 products of the last menu are gone at once.'),
        samples: expect.arrayContaining([
          {
            rule: 'gone',
            id: 'p0000',
            name: 'Product 0',
            field: 'menu',
            option: null,
            before: 'on the menu',
            now: 'gone',
          },
        ]),
        lookAgainAfterMs: CONFIRM_AFTER_MS,
      },
    });
    expect(await stockOf(db)).toEqual(before);
    expect(await verdicts()).toMatchObject([
      { verdict: 'accepted' },
      { verdict: 'suspect' },
      { verdict: 'suspect' },
    ]);
    const runs = await db.selectFrom('crawl_runs').where('dispensary_id', '=', id).select('status').execute();
    expect(runs).toContainEqual({ status: 'unconfirmed' });
  });

  test('ends it after the last look, whatever the others showed', async () => {
    const { crawl } = await createStore();
    await crawl([whole]);
    const others = [half, menuOf(ALL.slice(50)), menuOf([])];
    expect(await crawl(others)).toMatchObject({ unconfirmed: { faults: ['empty'] } });
  });

  test('the same address proves nothing: it is asked through others until the last look', async () => {
    const { crawl, verdicts } = await createStore();
    await crawl([whole]);
    const same = { exitAddress: '203.0.113.9' };
    expect(await crawl([half, half], [same, same])).toBeNull();
    expect((await verdicts()).slice(1)).toMatchObject([{ verdict: 'suspect' }, { verdict: 'suspect' }]);
  });

  test('is one whose prices have moved a few at a time, once they have all moved one way', async () => {
    const { crawl, letPass } = await createStore();
    const dearer = (count: number) =>
      menuOf(ALL, (place) => (place < count ? { recPrices: [12 + place] } : {}));
    await crawl([whole]);
    for (const count of [5, 10]) expect(await crawl([dearer(count)])).toHaveProperty('missing');
    expect(await crawl([dearer(15), dearer(15)])).toMatchObject({
      unconfirmed: {
        faults: ['repriced'],
        message: expect.stringContaining('11 of 60 list prices have moved one way'),
      },
    });
    // After the confirmation the change is settled, so a few more products that change in the same way are accepted.
    await letPass(CONFIRM_AFTER_MS / 60_000);
    for (const count of [15, 20, 25]) expect(await crawl([dearer(count)])).toHaveProperty('missing');
  });

  test('is not believed minutes later either', async () => {
    const { crawl, letPass } = await createStore();
    await crawl([whole]);
    await crawl([half, half]);
    await letPass(29);
    expect(await crawl([half, half])).toHaveProperty('unconfirmed');
  });

  test('goes in once time has confirmed it, and the payload says which others agreed', async () => {
    const { db, crawl, letPass, verdicts } = await createStore();
    await crawl([whole]);
    await crawl([half, half]);
    await letPass(31);
    expect(await crawl([half])).toMatchObject({
      missing: 0,
      confirmed: { faults: ['shrunk', 'unstocked'], by: 'time' },
    });
    const [, first, second, last] = await verdicts();
    expect([first, second]).toMatchObject([
      { verdict: 'confirmed', by: 'time' },
      { verdict: 'confirmed', by: 'time' },
    ]);
    expect(last).toMatchObject({
      verdict: 'confirmed',
      by: 'time',
      confirmedBy: [second?.payloadId, first?.payloadId],
    });
    // One payload counts as one miss, and a product is out of stock only after three.
    expect([...(await stockOf(db)).values()].filter((isIn) => isIn)).toHaveLength(60);
    expect(await crawl([half])).toHaveProperty('missing');
  });

  test('goes in at once where a person has confirmed one like it that has not gone in yet', async () => {
    const { db, crawl, verdicts } = await createStore();
    await crawl([whole]);
    expect(await crawl([half])).toBeNull();
    const [, doubted] = await verdicts();
    await decideQuarantined(db, doubted!.payloadId, { verdict: 'confirmed', decidedBy: 'ada' });
    expect(await crawl([half], [{ exitAddress: '203.0.113.9' }])).toMatchObject({
      confirmed: { faults: ['shrunk', 'unstocked'], by: 'person' },
    });
    expect((await verdicts()).at(-1)).toMatchObject({
      verdict: 'confirmed',
      by: 'ada',
      confirmedBy: [doubted!.payloadId],
    });
  });

  test('is not asked about where a person has confirmed an earlier one of the same chain: that one goes in', async () => {
    const { db, crawl, verdicts } = await createStore();
    await crawl([whole]);
    const answers = [half, menuOf(ALL.slice(50))];
    const ending = await crawl(answers, [], async (attempt) => {
      const [, doubted] = await verdicts();
      if (attempt === 1)
        await decideQuarantined(db, doubted!.payloadId, { verdict: 'confirmed', decidedBy: 'ada' });
    });
    const [, doubted, ...others] = await verdicts();
    expect(ending).toMatchObject({
      payloadId: doubted!.payloadId,
      productCount: 30,
      confirmed: { faults: ['shrunk', 'unstocked'], by: 'person' },
    });
    expect(others).toEqual([]);
    const run = db.selectFrom('crawl_runs').orderBy('id', 'desc').select('payload_id').executeTakeFirst();
    expect(await run).toEqual({ payload_id: doubted!.payloadId });
  });

  test('is confirmed at once where the menu that time had confirmed did not go in', async () => {
    const { db, crawl, letPass } = await createStore();
    await crawl([whole]);
    await crawl([half, half]);
    await letPass(31);
    await crawl([half]);
    // Simulates that the payload's file was lost before the ingest.
    await sql`
      update raw_crawl_payloads set ingested_at = null where id = (select max(id) from raw_crawl_payloads)
    `.execute(db);
    await sql`
      update dispensaries set current_payload_fetched_at = (select min(fetched_at) from raw_crawl_payloads)
    `.execute(db);
    await sql`
      update store_products set last_payload_id = (select min(id) from raw_crawl_payloads)
    `.execute(db);
    expect(await crawl([half])).toHaveProperty('missing');
  });

  test('is not confirmed by time where the later look shows something else', async () => {
    const { crawl, letPass } = await createStore();
    await crawl([whole]);
    await crawl([half, half]);
    await letPass(31);
    const other = menuOf(ALL, () => ({ recPrices: [1] }));
    expect(await crawl([other, other])).toMatchObject({ unconfirmed: { faults: ['repriced'] } });
  });

  test('is left to regular crawls where no two looks agree', async () => {
    const { crawl } = await createStore();
    await crawl([whole]);
    const odd = (left: number) => menuOf(ALL.slice(left));
    const first = await crawl([odd(10), odd(20), odd(30)]);
    expect(first).toMatchObject({ unconfirmed: { lookAgainAfterMs: CONFIRM_AFTER_MS } });
    await crawl([odd(40), odd(45), odd(50)]);
    expect(await crawl([odd(54), odd(54)])).toMatchObject({ unconfirmed: { lookAgainAfterMs: null } });
  });

  test('is decided by the next menu that is believed', async () => {
    const { crawl, verdicts } = await createStore();
    await crawl([whole]);
    await crawl([half, half]);
    await crawl([whole]);
    expect((await verdicts()).map(({ verdict }) => verdict)).toEqual([
      'accepted',
      'rejected',
      'rejected',
      'accepted',
    ]);
  });
});

test('a cut menu is confirmed through the proxy of another owner', async () => {
  const { db, crawl, verdicts } = await createStore();
  const owned = async (owner: string) => {
    const proxyId = await makeProxy(db);
    await db.updateTable('proxies').set({ owner }).where('id', '=', proxyId).execute();
    return { proxyId };
  };
  const [north, south] = [await owned('north'), await owned('south')];
  await crawl([whole]);
  const cut = { ...menuOf(ALL.slice(4)), totalCount: 60 };
  expect(await crawl([cut, cut], [north, north])).toHaveProperty('unconfirmed');
  expect(await crawl([cut], [{ ...south, exitAddress: '203.0.113.8' }])).toHaveProperty('missing');
  expect((await verdicts()).at(-1)).toMatchObject({ verdict: 'confirmed', by: 'refetch' });
});

test('what no store does is not confirmed by time, and no look waits for it', async () => {
  const { crawl, letPass } = await createStore();
  await crawl([whole]);
  const unpriced = menuOf(ALL, () => ({ recPrices: [0] }));
  const ending = { unconfirmed: { faults: ['unpriced', 'repriced'], lookAgainAfterMs: null } };
  expect(await crawl([unpriced, unpriced])).toMatchObject(ending);
  await letPass(600);
  expect(await crawl([unpriced, unpriced])).toMatchObject(ending);
  expect(await crawl([whole])).toHaveProperty('missing');
});

test('a menu of which most cannot be read breaks the contract, and is kept', async () => {
  const { db, crawl, verdicts } = await createStore();
  await crawl([whole]);
  const before = await stockOf(db);
  const renamed = menuOf(ALL, (place) => (place < 31 ? { Name: undefined, Title: 'x' } : {}));
  await expect(crawl([renamed])).rejects.toMatchObject({
    kind: 'ContractBroken',
    message: expect.stringMatching(/^31 of 60 products cannot be read: .*name/i),
  });
  expect(await stockOf(db)).toEqual(before);
  expect((await verdicts()).at(-1)).toMatchObject({ verdict: 'suspect' });
});

test('products of another store of the platform are recognised by their ids', async () => {
  const { db, crawl } = await createStore();
  await crawl([whole]);
  const run = await beginRun(db);
  const theirs = Array.from({ length: 30 }, (_, place) => makeProduct(rawProduct(500 + place).id));
  await ingest(db, run, { fetchedAt: new Date(), products: theirs });
  const mixed = menuOf([...ALL, ...theirs.map((_, place) => 500 + place)]);
  expect(await crawl([mixed, mixed])).toMatchObject({
    unconfirmed: {
      faults: expect.arrayContaining(['another-store']),
      samples: expect.arrayContaining([
        {
          rule: 'other-store',
          id: 'p0500',
          name: 'Product 500',
          field: 'store',
          option: null,
          before: `dispensary ${run.dispensaryId}`,
          now: 'this store',
        },
      ]),
      lookAgainAfterMs: null,
    },
  });
});

test('a menu that is believed is kept for its ingest, one that is in doubt is not', async () => {
  const { menuMemory, crawl } = await createStore();
  const kept: number[] = [];
  const keep = menuMemory.keep;
  menuMemory.keep = (sha256, menu) => {
    kept.push(menu.products.length);
    keep(sha256, menu);
  };
  await crawl([whole]);
  expect(kept).toEqual([60]);
  await crawl([half, half]);
  expect(kept).toEqual([60]);
});
