import type { Command } from 'commander';
import { listWorkers, requestDecommission } from '../../../db/queries/worker-registry.ts';
import type { Db } from '../../../db/connect.ts';
import { isLive } from '../../../domain/worker.ts';
import { CommandRefused } from '../../command-refused.ts';
import { withDatabase } from '../../open-database.ts';
import { osUser } from '../../os-user.ts';

/**
 * Asks a worker to stop.
 * @throws CommandRefused when there is none of this id, or it does not live
 */
export async function decommissionWorker(
  id: string,
  { json, reason = null }: { json?: boolean; reason?: string | null },
  command: Command,
): Promise<void> {
  await withDatabase(command, async ({ db }) => {
    const status = await requestDecommission(db, id, { by: osUser(), reason });
    if (status !== null && isLive(status)) return;
    const found = status === null ? 'There is no worker' : `The worker is ${status}:`;
    throw new CommandRefused(`${found} ${JSON.stringify(id)}. ${await describeLive(db)}`);
  });
  process.stdout.write(
    json === true
      ? `${JSON.stringify({ worker_id: id, decommission_requested: true })}\n`
      : `${id} was asked to stop; it does so with its next heartbeat.\n`,
  );
}

async function describeLive(db: Db): Promise<string> {
  const live = (await listWorkers(db)).filter(({ status }) => isLive(status));
  if (live.length === 0) return 'No worker lives.';
  return `Those that live: ${live.map((worker) => worker.worker_id).join(', ')}`;
}
