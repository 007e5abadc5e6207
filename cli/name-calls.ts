import { nameCommand } from '../domain/name-command.ts';

/** How the user called the command, so that hints can be typed alike. */
export interface OwnCall {
  /** The command with what precedes its group, such as `npx crawlchain --data-dir /data`. */
  command: string;
  /** The options that chose the API, such as `--server http://ops:3000`; empty: none was given. */
  apiOptions: string;
}

/** Calls that ask no API, and so take none of its options. */
const WITHOUT_API =
  /^(completion|contexts|doctor|fsck|import|ledger rebuild|logs|normalize|proxies reseal|shell)( |$)|(^| )--direct( |$)/;

/** Rewrites the calls of the command in a sentence, so that they can be typed where this call was and ask the same API. */
export function nameCalls(sentence: string, { command, apiOptions }: OwnCall): string {
  const options = apiOptions === '' ? '' : ` ${apiOptions}`;
  const asking = sentence.replaceAll(/`crawlchain ([^`]+)`/g, (call, words: string) =>
    WITHOUT_API.test(words) ? call : `\`crawlchain ${words}${options}\``,
  );
  return nameCommand(asking, command);
}
