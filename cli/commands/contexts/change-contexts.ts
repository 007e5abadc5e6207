import { readContexts, writeContexts } from '../../contexts/contexts-file.ts';
import { findContext } from '../../contexts/find-context.ts';
import { printWords } from '../../output/print.ts';

/** Makes a context the current one: commands that name no context use it. @throws CommandRefused if no context has the name */
export async function setCurrentContext(name: string): Promise<void> {
  const known = await readContexts();
  const { url } = findContext(known, name);
  await writeContexts({ ...known, current: name });
  process.stdout.write(`Commands use ${name} from now on: ${url}.\n`);
}

/** Removes a context. @throws CommandRefused if no context has the name */
export async function removeContext(name: string): Promise<void> {
  const known = await readContexts();
  findContext(known, name);
  const contexts = Object.fromEntries(Object.entries(known.contexts).filter(([other]) => other !== name));
  const isCurrent = known.current === name;
  await writeContexts({ current: isCurrent ? null : known.current, contexts });
  printWords(
    `${name} is removed.${isCurrent ? ' Commands use none now: `crawlchain contexts use NAME` chooses one.' : ''}`,
  );
}
