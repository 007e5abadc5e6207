import { InvalidArgumentError } from 'commander';

/** Creates a parser of one or several known words, separated by commas. */
export function readSeveral<Word extends string>(known: readonly Word[]): (text: string) => Word[] {
  return (text) =>
    text.split(',').map((given) => {
      const word = known.find((one) => one === given.trim());
      if (word !== undefined) return word;
      throw new InvalidArgumentError(`It takes one or several of ${known.join(', ')}, separated by commas.`);
    });
}
