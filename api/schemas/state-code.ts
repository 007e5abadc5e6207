import { STATE_CODES, STATE_TAKES } from '../../domain/state-code.ts';
import { wordedText } from './worded-text.ts';

/** A state or province by its code, in any case; what comes of it is in capital letters. */
export const stateCode = wordedText(patternOf(STATE_CODES), STATE_TAKES)
  .toUpperCase()
  .openapi({ description: 'The two letters of a state or province.', examples: ['AZ'] });

/** In any case without a flag, which the document could not have: `[Aa][LlKk]|[Bb][Cc]`. */
function patternOf(codes: readonly string[]): RegExp {
  const either = (letter: string) => `${letter}${letter.toLowerCase()}`;
  const byFirst = Map.groupBy(codes, (code) => code.slice(0, 1));
  const branches = [...byFirst].map(
    ([first, some]) => `[${either(first)}][${some.map((code) => either(code.slice(1))).join('')}]`,
  );
  return new RegExp(`^(${branches.join('|')})$`);
}
