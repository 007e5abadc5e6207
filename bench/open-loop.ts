import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

export interface Answered {
  route: string;
  /** From the moment at which the request was due, so that waiting behind a slow response counts. */
  ms: number;
  status: number;
}

export interface OpenLoop {
  baseUrl: string;
  requestsPerSecond: number;
  seconds: number;
  /** The requests by route; each route gets equally many. */
  routes: Record<string, () => string>;
}

/** Sends requests at a steady pace, however long the responses take. */
export async function openLoop({
  baseUrl,
  requestsPerSecond,
  seconds,
  routes,
}: OpenLoop): Promise<Answered[]> {
  const dispatcher = new Agent({ connections: 256 });
  const asks = Object.entries(routes).map(([route, path]) => [
    route,
    async () => {
      const { statusCode, body } = await request(`${baseUrl}${path()}`, { dispatcher });
      await body.dump({ limit: Infinity });
      return statusCode;
    },
  ]);
  const done = await atSteadyPace({
    perSecond: requestsPerSecond,
    seconds,
    asks: Object.fromEntries(asks) as Record<string, () => Promise<number>>,
  });
  await dispatcher.close();
  return done.map(({ name: route, ms, answer: status }) => ({ route, ms, status }));
}

/** A result, and the time from the moment at which its call was due. */
export interface Timed<Answer> {
  name: string;
  ms: number;
  answer: Answer;
}

/** Calls the functions in turn at a steady pace, however long the calls take. */
export async function atSteadyPace<Answer>({
  perSecond,
  seconds,
  asks,
}: {
  perSecond: number;
  seconds: number;
  asks: Record<string, () => Promise<Answer>>;
}): Promise<Timed<Answer>[]> {
  const named = Object.entries(asks);
  const total = perSecond * seconds;
  const startedAtMs = performance.now();
  const answers: Promise<Timed<Answer>>[] = [];
  while (answers.length < total) {
    const due = Math.min(total, ((performance.now() - startedAtMs) * perSecond) / 1000);
    while (answers.length < due) {
      const number = answers.length;
      const [name, ask] = named[number % named.length]!;
      const dueMs = startedAtMs + (number * 1000) / perSecond;
      answers.push(ask().then((answer) => ({ name, ms: performance.now() - dueMs, answer })));
    }
    await sleep(1);
  }
  return Promise.all(answers);
}
