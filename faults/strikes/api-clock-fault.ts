import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import type { CrawlWorld } from '../world/crawl-world.ts';
import { setClock } from '../world/set-clock.ts';
import type { Fault } from './fault.ts';

const AHEAD_MS = { '2 h ahead': 7_200_000, '2 h behind': -7_200_000 } as const;

type Moment = keyof typeof AHEAD_MS;

const MOMENTS = Object.keys(AHEAD_MS) as Moment[];

/** How exactly the log has to show the offset. */
const LOGGED_WITHIN_MS = 60_000;

/** The clock of the API is wrong from its start, and right again when the caller repeats the request. */
export const API_CLOCK_FAULT: Fault<Moment> = {
  name: 'api-clock',
  about:
    'The API runs with a clock that is 2 h off while it is asked for a crawl; the caller repeats the request, under its key, to one whose clock is right.',
  moments: MOMENTS,
  roundSeconds: 25,
  strikes: 2,
  momentsOf: async () => MOMENTS,
  async strike(scene, { store, moment }) {
    const { world, api, requests } = scene;
    const clock = await setClock(await mkdtemp(join(world.folder, 'clock-')), AHEAD_MS[moment]);
    await api.stop();
    await api.start(clock.env);
    const at = new Date();
    const loggedMs = (await lastLoggedAt(world)) - at.getTime();
    const request = requests.send(store.dispensaryId);
    const first = await request.acknowledged;
    await api.stop();
    await api.start();
    const again = await requests.repeat(request);
    return {
      at,
      async missed() {
        if (Math.abs(loggedMs - AHEAD_MS[moment]) > LOGGED_WITHIN_MS)
          return `the clock of the API was ${loggedMs} ms ahead by its log`;
        return again.runId === first.runId
          ? null
          : `the request ${request.key} was answered with ${first.runId}, and then with ${again.runId}`;
      },
    };
  },
};

async function lastLoggedAt(world: CrawlWorld): Promise<number> {
  const lines = (await world.readLog('api')).trimEnd().split('\n');
  const { time } = JSON.parse(lines.at(-1)!) as { time: number | string };
  return new Date(time).getTime();
}
