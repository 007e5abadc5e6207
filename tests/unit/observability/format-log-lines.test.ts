import { expect, test } from 'vitest';
import { createLineFormatter } from '../../../observability/format-log-lines.ts';

const format = createLineFormatter({ isColored: false });
const line = (fields: object) =>
  `${JSON.stringify({ time: '2026-01-10T06:00:00.000Z', worker: 'w', ...fields })}\n`;

test.each([
  [line({ level: 'info', msg: 'it serves', slots: 3 }), /^\[\d\d:00:00\] INFO: it serves \{"slots":3\}\n$/],
  [
    line({ level: 'error', msg: 'it broke', err: { message: 'why', stack: 'Error: why\n  at here' } }),
    /ERROR: it broke *\n +err: \{\n[^]* +Error: why\n +at here\n/,
  ],
  ['plain \u001B[2Jwords\n', /^plain \[2Jwords\n$/],
  [line({ level: 'info', msg: 'a\u001B[2J\nb', of: '\u0007' }), /INFO: a\[2J b \{"of":""\}\n$/],
  [line({ level: 'warn', err: { stack: 'Error\n  at \u001B[2Jhere' } }), /\n +Error\n +at \[2Jhere\n/],
  ['{broken', /^\{broken\n$/],
])('%j is written for people', (given, shown) => {
  expect(format(given)).toMatch(shown);
});
