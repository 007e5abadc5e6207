import { sql } from 'kysely';
import { describe, expect, test } from 'vitest';
import { FULL_PACE } from '../../../domain/pace.ts';
import type { Db } from '../../../db/connect.ts';
import {
  endRequest,
  returnPermit,
  readGate,
  saveCrawlDelay,
  acquirePermit,
  type PermitAnswer,
  type PermitRequest,
} from '../../../db/queries/pace.ts';
import { listSlowedTargets, stopTarget } from '../../../db/queries/pace-control.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { untilBlocked } from './until-blocked.ts';

/** One request per 20 seconds, which is long compared with the duration of a statement. */
const SLOW: PermitRequest = {
  target: 'dutchie',
  servedTarget: null,
  permitId: null,
  requestsPerSecond: 0.05,
  maxConcurrentRequests: 100,
  patienceMs: 60_000,
};
/** Almost no minimum distance between requests, but at most two at once. */
const TWO_AT_ONCE: PermitRequest = { ...SLOW, requestsPerSecond: 1000, maxConcurrentRequests: 2 };

/** Simulates that time passes: moves all recorded times back. */
async function pass(db: Db, seconds: number): Promise<void> {
  const back = sql`${seconds} * interval '1 second'`;
  await sql`update pace set last_sent_at = last_sent_at - ${back}, waits_until = waits_until - ${back},
    slowed_at = slowed_at - ${back}`.execute(db);
  await sql`update pace_turns set sent_at = sent_at - ${back}, ended_at = ended_at - ${back},
    expires_at = expires_at - ${back}`.execute(db);
}

async function expectSent(db: Db, request: PermitRequest): Promise<number> {
  const answer = await acquirePermit(db, request);
  if (answer.verdict !== 'sent') throw new Error(`Expected a turn, got ${JSON.stringify(answer)}`);
  return answer.permitId;
}

async function expectWait(
  db: Db,
  request: PermitRequest,
): Promise<Extract<PermitAnswer, { verdict: 'wait' }>> {
  const answer = await acquirePermit(db, request);
  if (answer.verdict !== 'wait') throw new Error(`Expected a wait, got ${JSON.stringify(answer)}`);
  return answer;
}

/** Requests a permit, expects that it has to wait, and takes the request back. */
async function expectRefused(db: Db, request: PermitRequest): Promise<void> {
  await returnPermit(db, (await expectWait(db, request)).permitId);
}

const end = (db: Db, permitId: number) => endRequest(db, permitId, (pace) => pace);

describe('acquirePermit', () => {
  test('lets the first request go and the next one a spacing later', async () => {
    const { db } = await createTestDatabase();
    await end(db, await expectSent(db, SLOW));
    await expectRefused(db, SLOW);
    await pass(db, 19);
    await expectRefused(db, SLOW);
    await pass(db, 1);
    await expectSent(db, SLOW);
  });

  test('of many that ask at once one goes', async () => {
    const { db } = await createTestDatabase();
    const answers = await Promise.all(Array.from({ length: 40 }, () => acquirePermit(db, SLOW)));
    expect(answers.filter(({ verdict }) => verdict === 'sent')).toHaveLength(1);
  });

  test('targets do not wait for each other', async () => {
    const { db } = await createTestDatabase();
    await expectSent(db, SLOW);
    await expectSent(db, { ...SLOW, target: 'host:images.test' });
  });

  test('a target that was left alone saves nothing up', async () => {
    const { db } = await createTestDatabase();
    await end(db, await expectSent(db, SLOW));
    await pass(db, 3600);
    await expectSent(db, SLOW);
    await expectRefused(db, SLOW);
  });

  test('has no more under way than allowed, until one ends', async () => {
    const { db } = await createTestDatabase();
    const first = await expectSent(db, TWO_AT_ONCE);
    await pass(db, 1);
    await expectSent(db, TWO_AT_ONCE);
    await pass(db, 1);
    await expectRefused(db, TWO_AT_ONCE);
    await end(db, first);
    await pass(db, 1);
    await expectSent(db, TWO_AT_ONCE);
  });

  test('a worker that died gives its requests back after half a minute', async () => {
    const { db } = await createTestDatabase();
    await expectSent(db, TWO_AT_ONCE);
    await expectSentLater(db, TWO_AT_ONCE);
    await pass(db, 29);
    await expectRefused(db, TWO_AT_ONCE);
    await pass(db, 1);
    await expectSent(db, TWO_AT_ONCE);
  });

  test('counts an answer that took long as one that may have arrived just now', async () => {
    const { db } = await createTestDatabase();
    const request = { ...SLOW, requestsPerSecond: 2 };
    const [first, second] = [await expectSent(db, request), await expectSentLater(db, request)];
    await pass(db, 10);
    // Both requests were sent ten seconds ago. When they arrived at the site is unknown.
    await expectRefused(db, request);
    await end(db, first);
    await end(db, second);
    await pass(db, 0.9);
    await expectRefused(db, request);
    await pass(db, 0.1);
    await expectSent(db, request);
  });

  test('those who wait go in the order in which they came', async () => {
    const { db } = await createTestDatabase();
    await end(db, await expectSent(db, SLOW));
    const first = await expectWait(db, SLOW);
    const second = await expectWait(db, SLOW);
    // The first request keeps its place in the queue for one second after the time at which it should have asked again.
    await sql`update pace set last_sent_at = last_sent_at - interval '20 seconds'`.execute(db);
    await sql`delete from pace_turns where ended_at is not null`.execute(db);
    await expectWait(db, { ...SLOW, permitId: second.permitId });
    await expectSent(db, { ...SLOW, permitId: first.permitId });
  });

  test('who does not come back, or leaves, is passed over', async () => {
    const { db } = await createTestDatabase();
    await end(db, await expectSent(db, SLOW));
    const gone = await expectWait(db, SLOW);
    const left = await expectWait(db, SLOW);
    await returnPermit(db, left.permitId);
    await pass(db, 20);
    const late = await expectSent(db, SLOW);
    expect(late).toBeGreaterThan(gone.permitId);
  });

  test('nobody is sent away for longer than two seconds', async () => {
    const { db } = await createTestDatabase();
    await expectSent(db, SLOW);
    for (let place = 0; place < 10; place += 1) {
      const { waitMs } = await expectWait(db, SLOW);
      expect(waitMs).toBeGreaterThan(0);
      expect(waitMs).toBeLessThanOrEqual(2_000);
    }
  });

  test('obeys what an operator has set, at once', async () => {
    const { db } = await createTestDatabase();
    await end(db, await expectSent(db, SLOW));
    await sql`update pace set requests_per_second = 10, max_concurrent_requests = 1`.execute(db);
    await pass(db, 1.1);
    await expectSent(db, SLOW);
    await pass(db, 1.1);
    await expectRefused(db, SLOW);
  });

  test('spaces requests by the speed, and by the crawl delay where that asks for more', async () => {
    const { db } = await createTestDatabase();
    const request = { ...SLOW, requestsPerSecond: 10 };
    await end(db, await expectSent(db, request));
    await sql`update pace set speed = 0.05`.execute(db);
    // The margin of half a second is for a busy machine.
    await pass(db, 1.5);
    await expectRefused(db, request);
    await pass(db, 0.5);
    await end(db, await expectSent(db, request));
    await saveCrawlDelay(db, 'dutchie', 30_000);
    await sql`update pace set speed = 1`.execute(db);
    await pass(db, 29);
    await expectRefused(db, request);
    await pass(db, 1);
    await expectSent(db, request);
  });

  test('waits as long as was asked for, and refuses when that is longer than the patience', async () => {
    const { db } = await createTestDatabase();
    await takeAndLimit(db, 90_000);
    expect(await acquirePermit(db, TWO_AT_ONCE)).toMatchObject({ verdict: 'limited' });
    expect(await readGate(db, 'dutchie')).toMatchObject({ verdict: 'limited' });
    await pass(db, 31);
    await expectRefused(db, TWO_AT_ONCE);
    await pass(db, 57);
    await expectRefused(db, TWO_AT_ONCE);
    await pass(db, 2);
    await expectSent(db, TWO_AT_ONCE);
    expect(await readGate(db, 'dutchie')).toBeNull();
  });

  test('lets nothing go while the target is stopped, also what already waits, nor what serves it', async () => {
    const { db } = await createTestDatabase();
    await expectSent(db, SLOW);
    const place = await expectWait(db, SLOW);
    await sql`update pace set stopped_at = now(), stopped_because = 'they asked us to'`.execute(db);
    const stopped = { verdict: 'stopped', because: 'they asked us to' };
    expect(await acquirePermit(db, { ...SLOW, permitId: place.permitId })).toMatchObject(stopped);
    expect(
      await acquirePermit(db, { ...SLOW, target: 'host:a.test', servedTarget: 'dutchie' }),
    ).toMatchObject(stopped);
    expect(await readGate(db, 'dutchie')).toMatchObject(stopped);
    await expectSent(db, { ...SLOW, target: 'host:a.test', servedTarget: 'blaze' });
  });
});

describe('endRequest', () => {
  test('lets no answer be lost when many come at once', async () => {
    const { db } = await createTestDatabase();
    const turns: number[] = [];
    for (let request = 0; request < 20; request += 1) {
      turns.push(await expectSent(db, { ...SLOW, requestsPerSecond: 1000 }));
      await pass(db, 0.001);
    }
    await Promise.all(
      turns.map((permitId) =>
        endRequest(db, permitId, (pace) => ({ ...pace, latencySamples: pace.latencySamples + 1 })),
      ),
    );
    const { rows } = await sql<{ samples: number }>`select latency_samples as samples from pace`.execute(db);
    expect(rows).toEqual([{ samples: 20 }]);
  });

  test('lets nobody go between the end of a request and the wait that its answer asked for', async () => {
    const { db } = await createTestDatabase();
    const oneAtOnce = { ...TWO_AT_ONCE, maxConcurrentRequests: 1 };
    const permitId = await expectSent(db, oneAtOnce);
    let ended: Promise<void> | undefined;
    await db.transaction().execute(async (tx) => {
      // The lock stands for another worker that requests a permit at the same moment.
      await sql`select from pace where target = ${oneAtOnce.target} for update`.execute(tx);
      ended = endRequest(db, permitId, (pace, { nowMs }) => ({ ...pace, waitsUntilMs: nowMs + 30_000 }));
      await untilBlocked(db);
      await pass(tx, 0.001);
      await expectRefused(tx, oneAtOnce);
    });
    await ended;
    expect((await expectWait(db, oneAtOnce)).waitMs).toBeGreaterThan(1_000);
  });

  test('keeps the whole pace', async () => {
    const { db } = await createTestDatabase();
    const pace = {
      speed: 0.25,
      slowedAtMs: 1_700_000_000_123,
      latencyRecentMs: 12.5,
      latencyUsualMs: 11.25,
      latencySamples: 7,
      limitsInARow: 3,
      waitsUntilMs: 1_700_000_001_456,
    };
    await endRequest(db, await expectSent(db, SLOW), (before) => {
      expect(before).toEqual(FULL_PACE);
      return pace;
    });
    await sql`delete from pace_turns where ended_at is not null`.execute(db);
    await sql`update pace set last_sent_at = null`.execute(db);
    await endRequest(db, await expectSent(db, SLOW), (before) => {
      expect(before).toEqual(pace);
      return before;
    });
  });
});

async function expectSentLater(db: Db, request: PermitRequest): Promise<number> {
  await pass(db, 1 / request.requestsPerSecond);
  return expectSent(db, request);
}

async function takeAndLimit(db: Db, retryAfterMs: number): Promise<void> {
  const permitId = await expectSent(db, TWO_AT_ONCE);
  await endRequest(db, permitId, (pace, { nowMs }) => ({ ...pace, waitsUntilMs: nowMs + retryAfterMs }));
}

test('a platform that is slowed down to a quarter is listed while it is in use, unless it is stopped', async () => {
  const { db } = await createTestDatabase();
  const first = await expectSent(db, SLOW);
  const picture = await expectSent(db, { ...SLOW, target: 'host:pictures.example' });
  await endRequest(db, picture, (pace) => ({ ...pace, speed: 0.1 }));
  await endRequest(db, first, (pace) => ({ ...pace, speed: 0.26 }));
  expect(await listSlowedTargets(db)).toEqual([]);
  await pass(db, 100);
  const second = await expectSent(db, SLOW);
  await endRequest(db, second, (pace) => ({ ...pace, speed: 0.25 }));
  expect(await listSlowedTargets(db)).toEqual([{ target: 'dutchie', speed: 0.25 }]);
  await pass(db, 121);
  expect(await listSlowedTargets(db)).toEqual([]);
  await expectSent(db, SLOW);
  await stopTarget(db, 'dutchie', 'contract ended');
  expect(await listSlowedTargets(db)).toEqual([]);
});
