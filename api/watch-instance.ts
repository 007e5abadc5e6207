import { setTimeout as sleep } from 'node:timers/promises';
import type { Client } from '@temporalio/client';
import type { InstancePlace } from '../domain/instance.ts';
import { OtherInstance } from '../domain/instance.ts';
import { refuseOtherServers, type InstanceSettings } from '../temporal-client/instance.ts';

/** Temporal that is there answers within this time; one that is away does not keep the API from its start. */
const FIRST_ANSWER_MS_MAX = 3_000;

const ASK_AGAIN_MS = 1_000;

interface Watched {
  client: Client;
  environment: InstanceSettings;
  database: InstancePlace;
  /** Told when Temporal, which was away at the start, turns out to be another installation's. */
  onOther: (error: OtherInstance) => void;
}

/**
 * Makes sure that Temporal belongs to the database's installation: now, or as soon as it answers.
 * @throws OtherInstance when it is known now that it does not
 */
export async function watchInstance({ client, environment, database, onOther }: Watched): Promise<void> {
  const isKnown = async (milliseconds: number): Promise<boolean> => {
    try {
      await client.withDeadline(Date.now() + milliseconds, () =>
        refuseOtherServers(client, environment, database),
      );
      return true;
    } catch (error) {
      if (error instanceof OtherInstance) throw error;
      return false;
    }
  };
  if (await isKnown(FIRST_ANSWER_MS_MAX)) return;
  void (async () => {
    while (!(await isKnown(FIRST_ANSWER_MS_MAX))) await sleep(ASK_AGAIN_MS, undefined, { ref: false });
  })().catch(onOther);
}
