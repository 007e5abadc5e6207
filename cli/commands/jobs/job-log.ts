import { setTimeout as sleep } from 'node:timers/promises';
import type { Command } from 'commander';
import { answerOf } from '../../../api-client/answer-of.ts';
import type { ApiClient, Schemas } from '../../../api-client/create-api-client.ts';
import { isClosed } from '../../../domain/task.ts';
import { withoutControls } from '../../../domain/without-controls.ts';
import { readPages } from '../../api/read-pages.ts';
import { unlessAway } from '../../api/unless-away.ts';
import { withApi } from '../../api/with-api.ts';
import { write } from '../../output/write.ts';
import { catchInterrupts } from '../../process-ports.ts';
import { requireId } from '../../require-id.ts';

/** How often a growing log is read, in milliseconds. */
const LOOK_EVERY_MS = 1_000;

interface LogOptions {
  follow?: true;
  jsonl?: true;
}

/** A log as far as it is printed. */
interface Printed {
  /** The run that wrote it; null before the first read. */
  runId: string | null;
  number: number;
}

/** Prints the log of a job; with `--follow` also what is added to it, until the job ends. */
export async function printJobLog(id: string, options: LogOptions, command: Command): Promise<void> {
  const signal = options.follow === true ? catchInterrupts() : null;
  const printed: Printed = { runId: null, number: 0 };
  const readNew = (api: ApiClient) => printNew(api, { id: requireId('job', id), printed }, options);
  await withApi(command, async (api) => {
    if (signal === null) return void (await readNew(api));
    while (!signal.aborted) {
      // A job that has ended before the lines are read has no further ones.
      const read = await unlessAway(readNew(api), signal);
      if (typeof read !== 'string' && read.isEnd) return;
      await sleep(LOOK_EVERY_MS, undefined, { signal }).catch(() => undefined);
    }
  });
}

async function printNew(
  api: ApiClient,
  { id, printed }: { id: string; printed: Printed },
  options: LogOptions,
): Promise<{ isEnd: boolean }> {
  const path = { id };
  const job = await answerOf(api.GET('/api/jobs/{id}', { params: { path } }));
  const after = printed.number;
  const pages = readPages(Infinity, (part) =>
    answerOf(api.GET('/api/jobs/{id}/log', { params: { path, query: { after, ...part } } })),
  );
  for await (const { items, dropped, run_id: runId } of pages) {
    if (runId !== printed.runId) {
      // A retry is a new run, whose log begins anew.
      Object.assign(printed, { runId, number: 0 });
      if (after > 0) return printNew(api, { id, printed }, options);
    }
    if (after === 0 && printed.number === 0 && dropped > 0)
      process.stderr.write(`The first ${dropped} lines are not kept any more.\n`);
    const text = items.map((item) => (options.jsonl === true ? JSON.stringify(item) : formatLine(item)));
    if (!(await write(text.map((line) => `${line}\n`).join('')))) return { isEnd: true };
    printed.number = items.at(-1)?.number ?? printed.number;
  }
  // The run that has ended may be one before that of the lines.
  return { isEnd: isClosed(job.status) && job.run_id === printed.runId };
}

function formatLine({ at, line }: Schemas['JobLogLine']): string {
  return `${at} ${withoutControls(line)}`;
}
