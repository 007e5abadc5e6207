import { mkdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { z } from 'zod';
import { EVENT_KINDS } from './world/events/event-kinds.ts';

const portSchema = z.int().min(0).max(65_535).default(0);

const eventSchema = z.object({
  kind: z.enum(EVENT_KINDS.map(({ name }) => name)),
  store: z.string(),
  seed: z.int().min(0),
  fromPass: z.int().min(1),
  untilPass: z.int().min(2).nullable(),
});

const stateSchema = z.object({
  /** The options that generate the world, as JSON. If they change, the world starts at pass 0. */
  recipe: z.string(),
  pass: z.int().min(0),
  /** The events of stores, oldest first. */
  events: z.array(eventSchema).default([]),
  ports: z.object({
    storefront: portSchema,
    control: portSchema,
    http: portSchema,
    https: portSchema,
    socks5: portSchema,
  }),
});

/** What a restart needs to continue from the last run. */
export type SandboxState = z.infer<typeof stateSchema>;
export type SandboxPorts = SandboxState['ports'];

const NO_PORTS: SandboxPorts = { storefront: 0, control: 0, http: 0, https: 0, socks5: 0 };

/**
 * Returns the state saved in the folder, or the state of a new world if there is none or the recipe has changed. A changed recipe keeps
 * the ports.
 */
export async function readState(folder: string, recipe: string): Promise<SandboxState> {
  const kept = stateSchema.safeParse(await readJson(join(folder, 'state.json')));
  if (!kept.success) return { recipe, pass: 0, events: [], ports: NO_PORTS };
  return kept.data.recipe === recipe ? kept.data : { recipe, pass: 0, events: [], ports: kept.data.ports };
}

/** Saves the state atomically. */
export async function writeState(folder: string, state: SandboxState): Promise<void> {
  await mkdir(folder, { recursive: true });
  const target = join(folder, 'state.json');
  const draft = `${target}.${process.pid}.draft`;
  await writeFile(draft, `${JSON.stringify(state, null, 2)}\n`);
  await rename(draft, target);
}

async function readJson(file: string): Promise<unknown> {
  try {
    return JSON.parse(await readFile(file, 'utf8'));
  } catch {
    // There is no state yet, or it is damaged: the sandbox starts with a new world.
    return null;
  }
}
