import { mkdtemp } from 'node:fs/promises';
import { join } from 'node:path';
import { areClosed } from '../load/are-closed.ts';
import type { CrawlWorld } from '../world/crawl-world.ts';
import { setClock } from '../world/set-clock.ts';
import { until } from '../world/until.ts';
import type { Fault } from './fault.ts';

/** The name of the fault's figure. */
export const ANSWERED_OTHERWISE = 'repeated requests that were answered with another crawl';

const AHEAD_MS = { '2 h ahead': 7_200_000, '2 h behind': -7_200_000 } as const;

type Moment = keyof typeof AHEAD_MS;

const MOMENTS = Object.keys(AHEAD_MS) as Moment[];

/** By how much the offset in the API's log may differ from the set one. */
const LOGGED_WITHIN_MS = 60_000;

/** The API's clock is wrong from the start of the API. It is right again when the caller repeats the request. */
export const API_CLOCK_FAULT: Fault<Moment> = {
  name: 'api-clock',
  about:
    'A crawl is requested from an API whose clock is 2 h off; the caller repeats the request, with the same key, to one whose clock is right.',
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
    // While the crawl is open, a second start would return the same run whatever the clock says.
    await until(`${first.workflowId} has ended`, () => areClosed(world, [first]));
    await api.stop();
    await api.start();
    const again = await requests.repeat(request);
    return {
      missed: async () =>
        Math.abs(loggedMs - AHEAD_MS[moment]) > LOGGED_WITHIN_MS
          ? `the clock of the API was ${loggedMs} ms ahead by its log`
          : null,
      figures: async () => [{ name: ANSWERED_OTHERWISE, value: again.runId === first.runId ? 0 : 1 }],
    };
  },
};

async function lastLoggedAt(world: CrawlWorld): Promise<number> {
  const lines = (await world.readLog('api')).trimEnd().split('\n');
  const { time } = JSON.parse(lines.at(-1)!) as { time: number | string };
  return new Date(time).getTime();
}
