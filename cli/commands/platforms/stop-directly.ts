import type { Command } from 'commander';
import type { Schemas } from '../../../api-client/create-api-client.ts';
import { stopTarget } from '../../../db/queries/pace-control.ts';
import type { PlatformName } from '../../../domain/dispensary.ts';
import { withDatabase } from '../../open-database.ts';

/** Stops the requests to a platform in the database itself, for an emergency. */
export async function stopDirectly(
  [platform]: [PlatformName],
  { reason }: { reason: string },
  command: Command,
): Promise<Schemas['SwitchedPlatform']> {
  const isNew = await withDatabase(command, ({ db }) => stopTarget(db, platform, reason));
  return { platform, stopped: true, was_stopped: !isNew, reason };
}
