import { setTimeout as sleep } from 'node:timers/promises';
import { Agent, request } from 'undici';

export interface Answered {
  route: string;
  /** From the moment at which the request was due, so that what waits behind a slow answer counts. */
  ms: number;
  status: number;
}

export interface OpenLoop {
  baseUrl: string;
  requestsPerSecond: number;
  seconds: number;
  /** The requests, by route; each route gets as many. */
  routes: Record<string, () => string>;
}

/** Sends requests at a steady pace, however long the answers take. */
export async function openLoop({
  baseUrl,
  requestsPerSecond,
  seconds,
  routes,
}: OpenLoop): Promise<Answered[]> {
  const dispatcher = new Agent({ connections: 256 });
  const names = Object.keys(routes);
  const total = requestsPerSecond * seconds;
  const startedAtMs = performance.now();
  const answers: Promise<Answered>[] = [];
  while (answers.length < total) {
    const due = Math.min(total, ((performance.now() - startedAtMs) * requestsPerSecond) / 1000);
    while (answers.length < due) {
      const number = answers.length;
      const route = names[number % names.length] ?? '';
      const url = `${baseUrl}${routes[route]?.() ?? ''}`;
      answers.push(ask(url, { route, dueMs: startedAtMs + (number * 1000) / requestsPerSecond }));
    }
    await sleep(1);
  }
  const done = await Promise.all(answers);
  await dispatcher.close();
  return done;

  async function ask(url: string, { route, dueMs }: { route: string; dueMs: number }): Promise<Answered> {
    const { statusCode, body } = await request(url, { dispatcher });
    await body.dump({ limit: Infinity });
    return { route, ms: performance.now() - dueMs, status: statusCode };
  }
}
