import { InvalidArgumentError, Option } from 'commander';

/** Creates an option that takes one or several known words, separated by commas. */
export function severalOption(flags: string, known: readonly string[]): Option {
  return new Option(flags, 'one or several, separated by commas').choices(known).argParser((text) =>
    text.split(',').map((given) => {
      const word = given.trim();
      if (known.includes(word)) return word;
      throw new InvalidArgumentError(`It takes one or several of ${known.join(', ')}, separated by commas.`);
    }),
  );
}
