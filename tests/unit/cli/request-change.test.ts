import { expect, test } from 'vitest';
import { CommandFailed } from '../../../cli/command-failed.ts';
import { requestChange } from '../../../cli/request-change.ts';
import { TemporalUnavailable } from '../../../temporal-client/call-temporal.ts';

test('a change that Temporal does not answer has failed and is not refused: it may be done', async () => {
  const unanswered = requestChange(() => Promise.reject(new TemporalUnavailable('No answer.')));
  await expect(unanswered).rejects.toThrow(CommandFailed);
  await expect(unanswered).rejects.toThrow('No answer. The change may have been made nevertheless.');
  await expect(requestChange(() => Promise.reject(new RangeError('else')))).rejects.toThrow(RangeError);
  expect(await requestChange(() => Promise.resolve(1))).toBe(1);
});
