import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { gunzipSync } from 'node:zlib';
import type { Client } from '@temporalio/client';
import { sql } from 'kysely';
import type { Db } from '../../db/connect.ts';

// Reads the whole text of the places in which a secret might appear.

/** Returns every form in which a password might appear. */
export function formsOf([username, password]: readonly [string, string]): string[] {
  const base64 = (text: string): string => Buffer.from(text).toString('base64').replaceAll('=', '');
  return [
    password,
    encodeURIComponent(password),
    encodeURI(password),
    base64(password),
    base64(`${username}:${password}`),
    Buffer.from(password).toString('hex'),
  ];
}

/** Reads what every user of the machine can see: the id and the arguments of each process. */
export async function readArguments(): Promise<string[]> {
  const ids = (await readdir('/proc')).filter((name) => /^\d+$/.test(name));
  return Promise.all(
    ids.map(async (id) => `${id} ${await readFile(`/proc/${id}/cmdline`, 'utf8').catch(() => '')}`),
  );
}

/** Reads all histories and memos of a namespace. */
export async function readHistories(client: Client): Promise<string> {
  const texts: string[] = [];
  for await (const { workflowId, runId, memo } of client.workflow.list()) {
    const history = await client.workflow.getHandle(workflowId, runId).fetchHistory();
    texts.push(JSON.stringify(memo ?? {}));
    // Payloads are converted from bytes to text, so that they can be searched.
    texts.push(
      JSON.stringify(history.events, (_, value: unknown) =>
        value instanceof Uint8Array ? Buffer.from(value).toString() : value,
      ),
    );
  }
  return texts.join('\n');
}

/** Reads every row of every table. */
export async function dumpDatabase(db: Db): Promise<string> {
  const { rows: tables } = await sql<{ name: string }>`
    select format('%I.%I', table_schema, table_name) as name from information_schema.tables
    where table_schema not in ('pg_catalog', 'information_schema')
  `.execute(db);
  const texts: string[] = [];
  for (const { name } of tables) {
    const { rows } = await sql<{ text: string }>`
      select to_jsonb(row_of_table)::text as text from ${sql.raw(name)} as row_of_table
    `.execute(db);
    texts.push(...rows.map(({ text }) => text));
  }
  // JSON escapes backslashes and quotes, but no secret contains one.
  return texts.join('\n');
}

/** Reads all files of a folder, with their names. */
export async function readFiles(folder: string): Promise<string> {
  const entries = await readdir(folder, { recursive: true, withFileTypes: true });
  const texts = await Promise.all(
    entries
      .filter((entry) => entry.isFile())
      .map(async (entry) => {
        const bytes = await readFile(join(entry.parentPath, entry.name));
        const isPacked = entry.name.endsWith('.gz');
        return `${entry.name}\n${(isPacked ? gunzipSync(bytes) : bytes).toString('latin1')}`;
      }),
  );
  return texts.join('\n');
}
