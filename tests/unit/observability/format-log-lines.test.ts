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
  ['plain words\n', /^plain words\n$/],
  ['{broken', /^\{broken\n$/],
])('%j is written for people', (given, shown) => {
  expect(format(given)).toMatch(shown);
});
