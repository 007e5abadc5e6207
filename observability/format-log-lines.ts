import { createRequire } from 'node:module';
import type { prettyFactory } from 'pino-pretty';
import { withoutControls } from '../domain/without-controls.ts';

/** Formats one line of a log, with its line end. */
export type LineFormatter = (line: string) => string;

/** Fields that each line of a program has alike. */
const HIDDEN = 'worker,api';

/**
 * Makes lines of a log readable: the time of day, the level, the message, and the other fields behind it. Lines that are
 * no JSON stay as they are. The library is loaded only here: a program that writes JSON does without it.
 */
export function createLineFormatter({ isColored }: { isColored: boolean }): LineFormatter {
  const pretty = createRequire(import.meta.url)('pino-pretty') as { prettyFactory: typeof prettyFactory };
  const format = pretty.prettyFactory({
    colorize: isColored,
    singleLine: true,
    translateTime: 'SYS:HH:MM:ss',
    ignore: HIDDEN,
  });
  return (line) => {
    const text = line.trimEnd();
    return text.startsWith('{') ? format(withSafeTexts(text)) : `${withoutControls(text)}\n`;
  };
}

/** What a message quotes must neither steer the terminal nor look like another line; a stack keeps its lines, which are indented. */
function withSafeTexts(json: string): string {
  try {
    return JSON.stringify(
      JSON.parse(json, (name, value: unknown) => (typeof value === 'string' ? safe(name, value) : value)),
    );
  } catch {
    return withoutControls(json);
  }
}

function safe(name: string, text: string): string {
  return name === 'stack'
    ? text.split('\n').map(withoutControls).join('\n')
    : withoutControls(text.replaceAll('\n', ' '));
}
