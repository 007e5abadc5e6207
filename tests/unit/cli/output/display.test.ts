import { WriteStream } from 'node:tty';
import { expect, onTestFinished, test, vi } from 'vitest';
import { displayOf } from '../../../../cli/output/display.ts';

/** A terminal that has its methods on the prototype, as Node's terminals do. */
const terminal = Object.assign(Object.create(WriteStream.prototype) as WriteStream, {
  isTTY: true,
  columns: 100,
});

test('a terminal has colours, unless NO_COLOR is set', () => {
  onTestFinished(() => void vi.unstubAllEnvs());
  // Unsets all variables that Node looks at. A CI server, for example, sets CI, with which a terminal has no colours.
  for (const name of ['FORCE_COLOR', 'NODE_DISABLE_COLORS', 'NO_COLOR', 'CI', 'TF_BUILD', 'TEAMCITY_VERSION'])
    vi.stubEnv(name, undefined);
  vi.stubEnv('TERM', 'xterm-256color');
  expect(displayOf(terminal, false)).toEqual({
    width: 100,
    hasColors: true,
    nowMs: expect.any(Number),
  });
  vi.stubEnv('NO_COLOR', '1');
  expect(displayOf(terminal, false).hasColors).toBe(false);
});

test('a terminal that does not know its width limits no line', () => {
  expect(displayOf({ isTTY: true, columns: 0 }, false).width).toBeNull();
});

test('times are told exactly with --utc, and always for programs', () => {
  expect(displayOf(terminal, true).nowMs).toBeNull();
  expect(displayOf({}, false)).toEqual({ width: null, hasColors: false, nowMs: null });
});
