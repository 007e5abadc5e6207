import { describe, expect, test, vi } from 'vitest';
import type { Db } from '../../../db/connect.ts';
import { saveCrawlDelay } from '../../../db/queries/pace.ts';
import { CrawlError } from '../../../domain/errors.ts';
import type { HttpRequest, HttpResponse } from '../../../egress/http-transport.ts';
import { createRobots, type Robots, type RobotsFetch } from '../../../egress/robots.ts';
import { crawlErrorOf } from '../../support/crawl-error.ts';
import { pacingOn } from '../../support/pacing-on.ts';
import { createTestDatabase } from '../../support/test-database.ts';

const signal = new AbortController().signal;
const picture = (path: string) =>
  ({ platform: null, servedPlatform: 'dutchie', url: `https://images.test${path}`, signal }) as const;
const api = { platform: 'dutchie', url: 'https://dutchie.test/graphql', signal } as const;

function robotsOn(db: Db, { obeysRobots = true } = {}): Robots {
  return createRobots({
    pacing: pacingOn(db, { requestsPerSecond: 1000, maxConcurrentRequests: 100 }),
    saveCrawlDelay: (target, crawlDelayMs) => saveCrawlDelay(db, target, crawlDelayMs),
    platforms: { dutchie: { obeysRobots }, blaze: { obeysRobots } },
  });
}

/** Creates a site that answers requests for robots.txt with `answer`, and records all requests. */
function siteWith(answer: string | number | (() => Promise<HttpResponse>)) {
  const requested: string[] = [];
  const fetch: RobotsFetch = {
    headers: [],
    send: async (request: HttpRequest) => {
      requested.push(request.url);
      if (typeof answer === 'function') return answer();
      const status = typeof answer === 'number' ? answer : 200;
      const body = Buffer.from(typeof answer === 'number' ? '' : answer);
      const headers: [string, string][] = [['content-type', 'text/plain']];
      return { status, headers, body, wireBytes: body.length, durationMs: 1, url: request.url };
    },
  };
  return { requested, fetch };
}

describe('robots.txt', () => {
  test('is asked for once, and its rules hold for every address of the site', async () => {
    const { db } = await createTestDatabase();
    const robots = robotsOn(db);
    const { requested, fetch } = siteWith('User-agent: *\nDisallow: /private\nAllow: /private/open\n');
    await Promise.all(
      ['/a.jpg', '/b.jpg', '/private/open/c.jpg'].map((path) => robots.assertAllowed(picture(path), fetch)),
    );
    const failure = await crawlErrorOf(robots.assertAllowed(picture('/private/d.jpg'), fetch));
    expect(failure).toMatchObject({
      kind: 'InvalidInput',
      message: 'robots.txt of images.test does not allow /private/d.jpg.',
    });
    expect(requested).toEqual(['https://images.test/robots.txt']);
  });

  test('a request may say itself whether it obeys them', async () => {
    const { db } = await createTestDatabase();
    const { requested, fetch } = siteWith('User-agent: *\nDisallow: /\n');
    const robots = robotsOn(db, { obeysRobots: false });
    await robots.assertAllowed({ ...picture('/a.jpg'), obeysRobots: false }, fetch);
    await robots.assertAllowed(api, fetch);
    expect(requested).toEqual([]);
    expect(await crawlErrorOf(robots.assertAllowed({ ...api, obeysRobots: true }, fetch))).toMatchObject({
      kind: 'InvalidInput',
      message: 'robots.txt of dutchie.test does not allow /graphql.',
    });
  });

  test('rules for crawlchain go before those for everybody', async () => {
    const { db } = await createTestDatabase();
    const { fetch } = siteWith(
      'User-agent: *\nDisallow: /\n\nUser-agent: Crawlchain\nDisallow: /only-this\n',
    );
    const robots = robotsOn(db);
    await robots.assertAllowed(picture('/a.jpg'), fetch);
    const failure = await crawlErrorOf(robots.assertAllowed(picture('/only-this'), fetch));
    expect(failure.kind).toBe('InvalidInput');
  });

  test.each([404, 403, 410])('a site that answers %i has no rules', async (status) => {
    const { db } = await createTestDatabase();
    await expect(
      robotsOn(db).assertAllowed(picture('/a.jpg'), siteWith(status).fetch),
    ).resolves.toBeUndefined();
  });

  test.each([500, 503])('a site that answers %i is left alone, without being asked again', async (status) => {
    const { db } = await createTestDatabase();
    const robots = robotsOn(db);
    const { requested, fetch } = siteWith(status);
    for (const path of ['/a.jpg', '/b.jpg'])
      expect(await crawlErrorOf(robots.assertAllowed(picture(path), fetch))).toMatchObject({
        kind: 'UpstreamError',
        evidence: { fault: 'robots-unreadable', host: 'images.test' },
      });
    expect(requested).toHaveLength(1);
  });

  test.each(['ProxyFault', 'BrowserFault'] as const)(
    'a %s is no answer: the next way asks for itself',
    async (kind) => {
      const { db } = await createTestDatabase();
      const robots = robotsOn(db);
      const broken = siteWith(() => Promise.reject(new CrawlError(kind, 'the tunnel broke')));
      const waiting = [broken, siteWith('')].map(({ fetch }) =>
        robots.assertAllowed({ ...picture('/a.jpg'), signal: new AbortController().signal }, fetch),
      );
      expect(await crawlErrorOf(waiting[0]!)).toMatchObject({ message: 'the tunnel broke' });
      await waiting[1];
      await robots.assertAllowed(picture('/a.jpg'), broken.fetch);
    },
  );

  test('a site that breaks off is not asked again by each picture', async () => {
    const { db } = await createTestDatabase();
    const robots = robotsOn(db);
    const broke = () =>
      new CrawlError('UpstreamError', 'the connection broke', { evidence: { fault: 'reset' } });
    const site = siteWith(() => Promise.reject(broke()));
    for (const path of ['/a.jpg', '/b.jpg']) {
      expect(await crawlErrorOf(robots.assertAllowed(picture(path), site.fetch))).toMatchObject({
        message: 'the connection broke',
      });
    }
    expect(site.requested).toHaveLength(1);
    // The failure may come from the session's proxy, so another session fetches the rules again.
    await robots.assertAllowed(picture('/a.jpg'), siteWith('').fetch);
  });

  test('work that is cancelled while it fetches the rules takes no other work with it', async () => {
    const { db } = await createTestDatabase();
    const robots = robotsOn(db);
    const cancel = new AbortController();
    const hanging = siteWith(
      () =>
        new Promise((_, reject) => {
          cancel.signal.addEventListener('abort', () => reject(new Error('cancelled')));
        }),
    );
    const first = robots.assertAllowed({ ...picture('/a.jpg'), signal: cancel.signal }, hanging.fetch);
    await vi.waitFor(() => expect(hanging.requested).toHaveLength(1));
    const second = robots.assertAllowed(picture('/b.jpg'), siteWith('').fetch);
    cancel.abort();
    await expect(first).rejects.toThrow('cancelled');
    await expect(second).resolves.toBeUndefined();
  });

  test('its crawl delay becomes the pace of all workers, thirty seconds at most', async () => {
    const { db } = await createTestDatabase();
    for (const [delay, keptMs] of [
      ['2.5', 2_500],
      ['86400', 30_000],
      ['-3', 0],
      ['soon', 0],
    ] as const) {
      const { fetch } = siteWith(`User-agent: *\nCrawl-delay: ${delay}\n`);
      await db.deleteFrom('pace').execute();
      await robotsOn(db).assertAllowed(api, fetch);
      const rows = await db.selectFrom('pace').select(['target', 'crawl_delay_ms']).execute();
      expect(rows).toEqual([{ target: 'dutchie', crawl_delay_ms: keptMs }]);
    }
  });

  test('of a platform is not looked at unless its settings say so, and the refusal names the setting', async () => {
    const { db } = await createTestDatabase();
    const { requested, fetch } = siteWith('User-agent: *\nDisallow: /\n');
    await robotsOn(db, { obeysRobots: false }).assertAllowed(api, fetch);
    expect(requested).toEqual([]);
    expect(await crawlErrorOf(robotsOn(db).assertAllowed(api, fetch))).toMatchObject({
      kind: 'InvalidInput',
      message:
        'robots.txt of dutchie.test does not allow /graphql; DUTCHIE_OBEY_ROBOTS=false requests it anyway.',
    });
  });
});
