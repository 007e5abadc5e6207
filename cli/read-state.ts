import { InvalidArgumentError } from 'commander';
import { isKnownState } from '../domain/state-code.ts';

/** A state or province by its code, in any case. @returns it in capital letters */
export function readState(text: string): string {
  const state = text.toUpperCase();
  if (isKnownState(state)) return state;
  throw new InvalidArgumentError('It takes the two letters of a state or province, such as AZ.');
}
