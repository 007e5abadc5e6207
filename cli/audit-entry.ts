import { randomUUID } from 'node:crypto';
import { hostname } from 'node:os';
import type { Command } from 'commander';
import { DatabaseError } from 'pg';
import { connectDatabase, type Db } from '../db/connect.ts';
import { notifyEvents } from '../db/event-bell.ts';
import { isDatabaseUnavailable } from '../db/database-errors.ts';
import { DatabaseUnreachable } from '../db/migrate.ts';
import { closeAudit, openAudit } from '../db/queries/api-audit.ts';
import { locateInstance } from '../db/queries/instance.ts';
import { scrubWords } from '../domain/credentials.ts';
import { COMMAND_METHOD } from '../domain/audit-outcome.ts';
import { OtherInstance, refuseUnwanted } from '../domain/instance.ts';
import { quoteWord } from '../domain/quote-word.ts';
import { storable } from '../domain/storable-text.ts';
import { locateDatabase } from './open-database.ts';
import { osUser } from './os-user.ts';

const WORDS_CHARACTERS_MAX = 2_000;

const REFUSED = 2;

/** Timeouts in milliseconds to connect to the database and to get an answer, so that no call waits long for its audit. */
const CONNECT_MS_MAX = 2_000;
const ANSWER_MS_MAX = 2_000;

type Located = Awaited<ReturnType<typeof locateDatabase>>;

/** The audit entry of a call, or why it could not be recorded. */
export type Entry = { state: 'open'; db: Db; id: number } | NotNoted;

interface NotNoted {
  state: 'not noted';
  because: string;
}

/** Records a call before it runs. @param args the words of the call after the name of the program */
export async function openEntry(command: Command, args: string[]): Promise<Entry> {
  try {
    return await insert(await locateDatabase(command), command, args);
  } catch (error) {
    return { state: 'not noted', because: messageOf(error) };
  }
}

async function insert({ environment, url }: Located, command: Command, args: string[]): Promise<Entry> {
  const db = connectDatabase({
    url,
    poolSize: 1,
    connectMsMax: CONNECT_MS_MAX,
    answerMsMax: ANSWER_MS_MAX,
    applicationName: 'crawlchain-audit',
    onLostConnection: () => undefined,
  });
  const user = osUser();
  const { reason, note } = command.opts<{ reason?: string; note?: string }>();
  try {
    refuseUnwanted(await locateInstance(db, url), environment.INSTANCE_ID);
    const id = await openAudit(db, {
      requestId: randomUUID(),
      actor: `command:${user}@${hostname()}`,
      actorName: user,
      address: null,
      method: COMMAND_METHOD,
      path: formatForAudit(args),
      reason: storableOrNull(reason ?? note),
      body: undefined,
    });
    return { state: 'open', db, id };
  } catch (error) {
    await db.destroy();
    const isAnswer = error instanceof DatabaseError && !isDatabaseUnavailable(error);
    const because =
      isAnswer || error instanceof OtherInstance
        ? error.message
        : new DatabaseUnreachable(url, error).message;
    return { state: 'not noted', because };
  }
}

/** Records how a call ended; reports on standard error if its start or end could not be recorded. */
export async function closeEntry(entry: Entry, exitCode: number): Promise<void> {
  if (entry.state === 'not noted') {
    // A refused call has changed nothing, and has already printed why it was refused.
    if (exitCode !== REFUSED) report('This call is not recorded in the audit', entry.because);
    return;
  }
  const { db, id } = entry;
  try {
    await closeAudit(db, id, { status: exitCode });
    await notifyEvents(db);
  } catch (error) {
    report('The audit does not record how this call ended', messageOf(error));
  } finally {
    await db.destroy();
  }
}

/** Formats the call so that it can be typed again; leaves out `--reason`, which has a field of its own. */
function formatForAudit(args: string[]): string {
  const isReason = (word: string | undefined) => word === '--reason';
  const kept = args.filter(
    (word, at) => !isReason(word) && !isReason(args[at - 1]) && !word.startsWith('--reason='),
  );
  return storable(scrubWords(kept.map(quoteWord).join(' '))).slice(0, WORDS_CHARACTERS_MAX);
}

function storableOrNull(text: string | undefined): string | null {
  return text === undefined ? null : storable(scrubWords(text));
}

function report(what: string, because: string): void {
  process.stderr.write(`${what}: ${because}\n`);
}

function messageOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
