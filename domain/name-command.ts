/**
 * Rewrites the calls of the command in a sentence, such as `crawlchain proxies list` in backticks, so that they can be typed on this
 * machine.
 * @param command how the command is called here: CRAWLCHAIN_COMMAND
 */
export function nameCommand(sentence: string, command: string): string {
  // A function, since `$&` in a string would be replaced.
  return sentence.replaceAll('`crawlchain ', () => `\`${command} `);
}
