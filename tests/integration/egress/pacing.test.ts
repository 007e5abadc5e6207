import { sql } from 'kysely';
import { describe, expect, test, vi } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { startTarget, stopTarget } from '../../../db/queries/pace-control.ts';
import { crawlErrorOf } from '../../support/crawl-error.ts';
import { pacingOn } from '../../support/pacing-on.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const URL = 'https://dutchie.test/graphql';
const signal = new AbortController().signal;
const paceRequest = { platform: 'dutchie', url: URL, signal } as const;

const countTurns = async (db: Db) =>
  (
    await sql<{
      count: number;
    }>`select count(*)::int as count from pace_turns where ended_at is null`.execute(db)
  ).rows[0]?.count;

describe('the pace of requests', () => {
  test('lets requests go no closer together than the limit, however many ask at once', async () => {
    const { db } = await createTestDatabase();
    const pacing = pacingOn(db, { requestsPerSecond: 20, maxConcurrentRequests: 100 });
    // The times are read at once, because a row is deleted one second after its request has ended.
    const sentAtMs = new Map<number, number>();
    await Promise.all(
      Array.from({ length: 30 }, async () => {
        const turn = await pacing.acquirePermit(paceRequest);
        const { rows } = await sql<{ id: number; sent_at_ms: number }>`
          select id, extract(epoch from sent_at)::float8 * 1000 as sent_at_ms from pace_turns where sent_at is not null
        `.execute(db);
        for (const row of rows) sentAtMs.set(row.id, row.sent_at_ms);
        await turn.end({ outcome: 'answered', durationMs: 1 });
      }),
    );
    // There may be more than 30, because a permit that reaches a busy machine too late is returned and requested again.
    expect(sentAtMs.size).toBeGreaterThanOrEqual(30);
    const times = [...sentAtMs.values()].toSorted((one, other) => one - other);
    const gaps = times.slice(1).map((atMs, place) => atMs - (times[place] ?? 0));
    expect(Math.min(...gaps)).toBeGreaterThanOrEqual(49.9);
  });

  test('who is cancelled while waiting hears of it at once and leaves no trace', async () => {
    const { db } = await createTestDatabase();
    const pacing = pacingOn(db, { requestsPerSecond: 0.1, maxConcurrentRequests: 1 });
    await pacing.acquirePermit(paceRequest);
    const cancel = new AbortController();
    const waiting = pacing.acquirePermit({ ...paceRequest, signal: cancel.signal });
    await vi.waitFor(async () => expect(await countTurns(db)).toBe(2));
    const cancelledAt = performance.now();
    cancel.abort(new Error('cancelled'));
    await expect(waiting).rejects.toThrow('aborted');
    expect(performance.now() - cancelledAt).toBeLessThan(500);
    expect(await countTurns(db)).toBe(1);
  });

  test('a platform that was stopped refuses sessions and requests, names why, and starts again', async () => {
    const { db } = await createTestDatabase();
    const pacing = pacingOn(db, { requestsPerSecond: 100, maxConcurrentRequests: 10 });
    await stopTarget(db, 'dutchie', 'they asked us to');
    const picture = {
      ...paceRequest,
      platform: null,
      servedPlatform: 'dutchie',
      url: 'https://images.test/1.jpg',
    } as const;
    const attempts = [
      () => pacing.admit('dutchie'),
      () => pacing.acquirePermit(paceRequest),
      () => pacing.acquirePermit(picture),
    ];
    for (const attempt of attempts) {
      expect(await crawlErrorOf(attempt())).toMatchObject({
        kind: 'RateLimited',
        retryAfterMs: 60_000,
        evidence: { fault: 'stopped', target: 'dutchie' },
        message: expect.stringMatching(
          /^dutchie was stopped at .* UTC: they asked us to\. No request was sent to it\.$/,
        ) as string,
      });
    }
    await pacing.admit('blaze');
    await startTarget(db, 'dutchie');
    await pacing.admit('dutchie');
    await (await pacing.acquirePermit(paceRequest)).end({ outcome: 'answered' });
  });

  test('a wait that is too long for a session is told, one that is short is waited for', async () => {
    const { db } = await createTestDatabase();
    const pacing = pacingOn(db, { requestsPerSecond: 100, maxConcurrentRequests: 10 });
    const limited = await pacing.acquirePermit(paceRequest);
    const limitedAt = performance.now();
    await limited.end({ outcome: 'limited', retryAfterMs: 1_000 });
    await (await pacing.acquirePermit(paceRequest)).end({ outcome: 'limited', retryAfterMs: 120_000 });
    expect(performance.now() - limitedAt).toBeGreaterThanOrEqual(990);
    const failure = await crawlErrorOf(pacing.acquirePermit(paceRequest));
    expect(failure).toMatchObject({ kind: 'RateLimited', evidence: { fault: 'waiting' } });
    expect(failure.retryAfterMs).toBeGreaterThan(115_000);
    expect(await crawlErrorOf(pacing.admit('dutchie'))).toMatchObject({ kind: 'RateLimited' });
    expect(await countTurns(db)).toBe(0);
  });

  test('a turn costs little, also when eight take theirs at once', async () => {
    const { db } = await createTestDatabase();
    const pacing = pacingOn(db, { requestsPerSecond: 1000, maxConcurrentRequests: 1000 });
    const total = 400;
    const startedAt = performance.now();
    await Promise.all(
      Array.from({ length: 8 }, async () => {
        for (let request = 0; request < total / 8; request += 1) {
          const turn = await pacing.acquirePermit(paceRequest);
          await turn.end({ outcome: 'answered', durationMs: 1 });
        }
      }),
    );
    const eachMs = (performance.now() - startedAt) / total;
    // 4 ms were measured while other work kept both cores busy. The limit allows for a far busier machine.
    expect(eachMs).toBeLessThan(100);
  });
});
