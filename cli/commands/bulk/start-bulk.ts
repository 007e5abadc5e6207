import { setTimeout as sleep } from 'node:timers/promises';
import { randomUUID } from 'node:crypto';
import type { Command } from 'commander';
import type { Db } from '../../../db/connect.ts';
import { bulkFault, type AskedBulkAction } from '../../../domain/bulk-action.ts';
import { noteBulkStart } from '../../../ledger/note-start.ts';
import {
  foreseeBulkAction,
  readBulkAction,
  toBulkAction,
  toForeseen,
  unexpectedCount,
  type ForeseenBulkAction,
} from '../../../reports/bulk-action.ts';
import { unlessAway } from '../../../temporal-client/ask-temporal.ts';
import { startBulkAction } from '../../../temporal-client/bulk-action-control.ts';
import { askForChange } from '../../ask-for-change.ts';
import { bringLevel } from '../../bring-level.ts';
import type { Caller } from '../../caller.ts';
import { CommandRefused } from '../../command-refused.ts';
import { waitForWork, type Waiting } from '../../wait-for-work.ts';
import { askedBy, type Servers, withServers } from '../../with-servers.ts';
import { tellBulkAction, type ShownBulkAction } from './tell-bulk.ts';

/** What `bulk cancel tasks` and its like are told, besides the filter. */
export interface StartOptions {
  dryRun?: boolean;
  expectedCount?: number;
  wait?: boolean;
  json?: boolean;
}

/**
 * Starts a bulk action, or says what it would be about.
 * @throws CommandRefused when it cannot be meant so, or the count is not what was expected
 */
export async function startBulk(
  askedOf: (db: Db) => Promise<AskedBulkAction> | AskedBulkAction,
  { options, command }: { options: StartOptions; command: Command },
  caller: Caller,
): Promise<void> {
  await withServers(command, async (servers) => {
    const { db, client } = servers;
    const asked = await askedOf(db);
    const fault = bulkFault(asked);
    if (fault !== null) throw new CommandRefused(`${fault}.`);
    await bringLevel(db, client);
    const foreseen = await foreseeBulkAction(db, asked);
    const unexpected = unexpectedCount(asked, foreseen, options.expectedCount);
    if (unexpected !== null) throw new CommandRefused(unexpected);
    if (options.dryRun === true) return tellForeseen(asked, foreseen, options);
    const { requestedBy, reason } = askedBy(command);
    const input = { ...asked, requestedBy, ...(reason === undefined ? {} : { reason }) };
    const id = randomUUID();
    const started = await askForChange(() => startBulkAction(client, input, id));
    await noteBulkStart(servers, started, input);
    if (options.json !== true) {
      say(`${id} is started, with ${countInWords(asked, foreseen)}.`);
      saySkips(foreseen);
    }
    const { sample_ids: _samples, ...counts } = toForeseen(foreseen);
    await answer(servers, { id, ...counts }, { options, caller });
  });
}

function tellForeseen(asked: AskedBulkAction, foreseen: ForeseenBulkAction, { json }: StartOptions): void {
  if (json === true) return say(JSON.stringify(toForeseen(foreseen)));
  say(`The filter matches ${countInWords(asked, foreseen)}. Nothing was started.`);
  saySkips(foreseen);
  for (const id of foreseen.sampleIds) say(id);
}

function saySkips({ skipped }: ForeseenBulkAction): void {
  for (const { reason, count } of skipped) say(`${count} of them would be skipped now: ${reason}.`);
}

function countInWords({ of }: AskedBulkAction, { count, hasMore }: ForeseenBulkAction): string {
  return `${hasMore ? 'more than ' : ''}${count} ${of}`;
}

async function answer(
  servers: Servers,
  started: { id: string } & Omit<ReturnType<typeof toForeseen>, 'sample_ids'>,
  { options, caller }: { options: StartOptions; caller: Caller },
): Promise<void> {
  const { wait, json } = options;
  const { id } = started;
  if (wait !== true) {
    if (json === true) say(JSON.stringify(started));
    return;
  }
  const what = { name: id, shownBy: `bulk show ${id}` };
  const ended = await waitForWork(what, caller.interruption, (waiting) => follow(servers, id, waiting));
  if (ended === null) return;
  if (ended.status !== 'completed' || ended.failed > 0) caller.onFailure();
  if (json === true) say(JSON.stringify(ended));
  else process.stdout.write(tellBulkAction(ended));
}

async function follow(
  servers: Servers,
  id: string,
  { signal, show, everyMs }: Waiting,
): Promise<ShownBulkAction> {
  for (;;) {
    signal.throwIfAborted();
    const run = await unlessAway(readBulkAction(servers, id), null);
    const shown = run === null ? null : toBulkAction(run);
    if (shown !== null && shown.completed_at !== null) return shown;
    show(`${id}: ${shown?.progress_message ?? 'Temporal does not answer; it is asked again'}`);
    await sleep(everyMs, undefined, { signal });
  }
}

function say(text: string): void {
  process.stdout.write(`${text}\n`);
}
