import { text } from 'node:stream/consumers';
import { readEnvironment } from '../../../config/environment.ts';
import { refuseAddress } from '../../api/refuse-address.ts';
import { CommandRefused } from '../../command-refused.ts';
import { readContexts, writeContexts } from '../../contexts/contexts-file.ts';

const NAME = /^[a-z\d][\w.-]{0,49}$/i;

/** Adds a context. @throws CommandRefused if the name, the address or the key is invalid, or the name is taken */
export async function addContext(
  name: string,
  { server, keyStdin }: { server: string; keyStdin?: true },
): Promise<void> {
  if (!NAME.test(name))
    throw new CommandRefused(
      `The name is ${JSON.stringify(name)}; it takes 1 to 50 letters, digits, points, dashes and underscores, and begins with a letter or a digit.`,
    );
  refuseAddress(server, '--server');
  const known = await readContexts();
  if (Object.hasOwn(known.contexts, name))
    throw new CommandRefused(
      `There is a context ${name} already; \`crawlchain contexts remove ${name}\` removes it.`,
    );
  const key = keyStdin === true ? await readKey() : (readEnvironment().CRAWLCHAIN_KEY ?? null);
  const url = server.replace(/\/+$/, '');
  const current = known.current ?? name;
  await writeContexts({ current, contexts: { ...known.contexts, [name]: { url, key } } });
  process.stdout.write(
    `${name} is ${url}, ${key === null ? 'without a key' : 'with its key'}${current === name ? '; commands use it from now on' : ''}.\n`,
  );
}

async function readKey(): Promise<string> {
  const key = (await text(process.stdin)).trim();
  if (/^[\x21-\x7e]+$/.test(key)) return key;
  throw new CommandRefused(
    'The standard input has no API key; it takes one as `crawlchain keys create` prints it, on one line.',
  );
}
