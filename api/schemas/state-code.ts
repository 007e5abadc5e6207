import { STATE_CODES, STATE_TAKES } from '../../domain/state-code.ts';
import { wordedText } from './worded-text.ts';

const pattern = patternOf(STATE_CODES);

/** A state or province by its code, in capital or small letters; the result has capitals. */
export const stateCode = wordedText(pattern, STATE_TAKES)
  .toUpperCase()
  .openapi({ description: 'The two letters of a state or province.', examples: ['AZ'] });

/** One or several codes, comma-separated; the result is upper case. */
export const severalStates = wordedText(
  new RegExp(`${pattern.source.slice(0, -1)}(,${pattern.source.slice(1, -1)})*$`),
  `${STATE_TAKES}, or several, separated by commas`,
)
  .toUpperCase()
  .openapi({
    description: 'One or several states or provinces by their two letters, separated by commas.',
    examples: ['AZ,NV'],
  });

/**
 * Builds a pattern that matches the codes in capital or small letters without a flag, which the OpenAPI document cannot
 * express: `[Aa][LlKk]|[Bb][Cc]`.
 */
function patternOf(codes: readonly string[]): RegExp {
  const either = (letter: string) => `${letter}${letter.toLowerCase()}`;
  const byFirst = Map.groupBy(codes, (code) => code.slice(0, 1));
  const branches = [...byFirst].map(
    ([first, some]) => `[${either(first)}][${some.map((code) => either(code.slice(1))).join('')}]`,
  );
  return new RegExp(`^(${branches.join('|')})$`);
}
