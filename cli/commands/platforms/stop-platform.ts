import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { stopTarget } from '../../../db/queries/pace-control.ts';
import type { PlatformName } from '../../../domain/dispensary.ts';
import { withApi } from '../../api/with-api.ts';
import { answer } from '../../output/print.ts';
import { withDatabase } from '../../open-database.ts';

type Switched = Schemas['SwitchedPlatform'];

interface StopOptions {
  reason: string;
  direct?: true;
  json?: true;
}

/** Stops the requests to a platform through the API, or directly in the database with `--direct`. */
export async function stopPlatform(
  name: PlatformName,
  { reason, direct, json }: StopOptions,
  command: Command,
): Promise<void> {
  const switched = await (direct === true
    ? stopDirectly(name, reason, command)
    : withApi(command, (api) =>
        answerOf(api.POST('/api/platforms/{name}/stop', { params: { path: { name } }, body: { reason } })),
      ));
  answer(switched, { json }, ({ was_stopped: wasStopped }) =>
    wasStopped ? `${name} was stopped already; the reason is the new one.` : `${name} is stopped.`,
  );
}

/** Stops a platform without the API, for an emergency; the command itself records the change in the audit (`isNotedHere`). */
async function stopDirectly(platform: PlatformName, reason: string, command: Command): Promise<Switched> {
  const isNew = await withDatabase(command, ({ db }) => stopTarget(db, platform, reason));
  return { platform, stopped: true, was_stopped: !isNew, reason };
}
