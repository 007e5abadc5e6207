import { writeFile } from 'node:fs/promises';
import type { Client } from '@temporalio/client';
import { historyToJSON } from '@temporalio/common/lib/proto-utils.js';
import { expect } from 'vitest';

const FOLDER = new URL('./histories/', import.meta.url);

/** Writes the history of a workflow for `replay.test.ts`, once it has ended. */
export async function keep(
  client: Client,
  name: string,
  handle: { workflowId: string; result(): Promise<unknown> },
): Promise<void> {
  // Failed and cancelled workflows are what some of these are about.
  await handle.result().catch(() => undefined);
  const history = await client.workflow.getHandle(handle.workflowId).fetchHistory();
  expect(history.events?.length ?? 0).toBeGreaterThan(3);
  await writeFile(new URL(`${name}.json`, FOLDER), withoutTraces(historyToJSON(history)));
}

/** Stacks and identities name the machine that recorded; a replay does not read them. */
function withoutTraces(json: string): string {
  const history = JSON.parse(json, (key, value: unknown) =>
    key === 'stackTrace' || key === 'identity' ? '' : value,
  ) as object;
  return `${JSON.stringify(history, null, 1)}\n`;
}
