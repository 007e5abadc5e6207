import { onTestFinished } from 'vitest';
import { connectDatabase, type Db } from '../../db/connect.ts';
import type { ServerLink } from '../../faults/world/server-link.ts';
import { openLink } from './server-link.ts';

/** Connects to a database through a link that can be made slow, with the API's options, for the calling test. */
export async function connectThroughLink(
  url: string,
  options: { poolSize: number; answerMsMax: number },
): Promise<{ db: Db; link: ServerLink }> {
  const link = await openLink(new URL(url).host);
  const through = new URL(url);
  through.host = link.address;
  const db = connectDatabase({
    ...options,
    url: through.href,
    applicationName: 'through a link',
    onLostConnection: () => undefined,
  });
  onTestFinished(() => db.destroy());
  return { db, link };
}
