import { writeFile } from 'node:fs/promises';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { expect } from 'vitest';

const FOLDER = new URL('./histories/', import.meta.url);

/** Waits until a workflow has closed, then writes its history for `replay.test.ts`. */
export async function keep(
  client: Client,
  name: string,
  handle: { workflowId: string; result(): Promise<unknown> },
): Promise<void> {
  // An error is ignored, because some histories are of failed or cancelled workflows.
  await handle.result().catch(() => undefined);
  const history = await client.workflow.getHandle(handle.workflowId).fetchHistory();
  expect(history.events?.length ?? 0).toBeGreaterThan(3);
  await writeFile(new URL(`${name}.json`, FOLDER), withoutTraces(historyToJSON(history)));
}

/** Removes stack traces and identities. They name the recording machine, and a replay does not read them. */
function withoutTraces(json: string): string {
  const history = JSON.parse(json, (key, value: unknown) =>
    key === 'stackTrace' || key === 'identity' ? '' : value,
  ) as object;
  return `${JSON.stringify(history, null, 1)}\n`;
}
