import { withoutControls } from '../../domain/without-controls.ts';

const NAME_WIDTH = 16;

/** Formats one line for each fact whose value is not null. */
export function formatFacts(facts: readonly (readonly [name: string, value: string | null])[]): string {
  return facts
    .filter(([, value]) => value !== null)
    .map(([name, value]) => `${name.padEnd(NAME_WIDTH)}${withoutControls(value ?? '')}\n`)
    .join('');
}
