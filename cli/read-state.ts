import { InvalidArgumentError } from 'commander';
import { isKnownState, STATE_TAKES } from '../domain/state-code.ts';

/** A state or province by its code, in any case. @returns it in capital letters */
export function readState(text: string): string {
  const state = text.toUpperCase();
  if (isKnownState(state)) return state;
  throw new InvalidArgumentError(`It takes ${STATE_TAKES}.`);
}

/** One or several with commas. @returns them in capital letters */
export function readStates(text: string): string {
  return text
    .split(',')
    .map((code) => readState(code.trim()))
    .join(',');
}
