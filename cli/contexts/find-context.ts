import { CommandRefused } from '../command-refused.ts';
import type { Context, Contexts } from './contexts-file.ts';

/** Finds a context by its name. @throws CommandRefused if no context has the name; the message lists the known names */
export function findContext({ contexts }: Contexts, name: string): Context {
  const context = Object.hasOwn(contexts, name) ? contexts[name] : undefined;
  if (context !== undefined) return context;
  const names = Object.keys(contexts);
  const known = names.length === 0 ? 'there are none yet' : `there are ${names.join(', ')}`;
  throw new CommandRefused(
    `There is no context ${JSON.stringify(name)}; ${known}. \`crawlchain contexts add NAME --server URL\` adds one.`,
  );
}
