import { createRequire } from 'node:module';
import type { prettyFactory } from 'pino-pretty';
import { withoutControls } from '../domain/without-controls.ts';

/** Formats one log line, including its line end. */
export type LineFormatter = (line: string) => string;

/** Fields that are left out, because they have the same value in every line of a program. */
const HIDDEN = 'worker,api';

/**
 * Creates a formatter that makes log lines readable: time of day, level, message, then the other fields. Lines that are not JSON
 * stay as they are. The formatting library is loaded only here: a program that writes JSON does not need it.
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

/**
 * Removes control characters, so that quoted text can neither steer the terminal nor look like another line. A stack keeps its
 * lines, which are indented.
 */
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
