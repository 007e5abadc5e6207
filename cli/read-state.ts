import { InvalidArgumentError } from 'commander';
import { isKnownState, STATE_TAKES } from '../domain/state-code.ts';

/** Parses the code of a state or province, in capital or small letters. @returns the code in capital letters */
export function readState(text: string): string {
  const state = text.toUpperCase();
  if (isKnownState(state)) return state;
  throw new InvalidArgumentError(`It takes ${STATE_TAKES}.`);
}

/** Parses one or several codes, separated by commas. @returns the codes in capital letters */
export function readStates(text: string): string {
  return text
    .split(',')
    .map((code) => readState(code.trim()))
    .join(',');
}
