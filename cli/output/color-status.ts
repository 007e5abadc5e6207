import { styleText } from 'node:util';

type Color = Parameters<typeof styleText>[0];

/** The color of a status, by its first word; other words have no color. */
const COLORS: Readonly<Record<string, Color>> = {
  ...colored('green', 'completed', 'active', 'valid', 'accepted', 'confirmed', 'good', 'done'),
  ...colored('cyan', 'running', 'claimed', 'draining'),
  ...colored(
    'yellow',
    'pending',
    'unconfirmed',
    'quarantined',
    'suspect',
    'cooling',
    'paused',
    'backing',
    'silent',
    'expires',
    'asked',
  ),
  ...colored(
    'red',
    'failed',
    'lost',
    'rejected',
    'expired',
    'revoked',
    'stopped',
    'missing',
    'bad',
    'degraded',
  ),
  ...colored('dim', 'cancelled', 'aborted', 'disabled', 'replaced'),
};

/** Colors a cell by the first word of its status. @param shown the text of the cell, which may be cut */
export function colorStatus(status: string, shown: string): string {
  const color = COLORS[/^\w+/.exec(status)?.[0] ?? ''];
  return color === undefined ? shown : styleText(color, shown, { validateStream: false });
}

function colored(color: Color, ...words: string[]): Record<string, Color> {
  return Object.fromEntries(words.map((word) => [word, color]));
}
