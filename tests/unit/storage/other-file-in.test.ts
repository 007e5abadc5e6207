import { randomBytes } from 'node:crypto';
import { expect, test } from 'vitest';
import { otherFileIn } from '../../../storage/other-file-in.ts';

test.each([
  ['\xff\xd8\xff <script>alert(1)</script>', 'a page or a script'],
  ['\xff\xd8\xff <ScRiPt src=x>', 'a page or a script'],
  ['\x89PNG <!doctype html>', 'a page or a script'],
  ['\x89PNG <?PHP echo 1;', 'a page or a script'],
  ['RIFF <svg  xmlns:x = "a">', 'a page or a script'],
  ['%PDF-1.4', 'a PDF'],
  ['GIF89a=1;', 'a script'],
  [`\xff\xd8\xffPK\x05\x06${'\0'.repeat(18)}`, 'an archive'],
])('%j is %s too', (text, kind) => {
  expect(otherFileIn(Buffer.from(text, 'latin1'))).toBe(kind);
});

test.each([
  '',
  'PK\x05\x06',
  'PK\x05\x06 in the middle of something longer than the record',
  '<x:xmpmeta>',
  '<svg',
])('%j is nothing else', (text) => {
  expect(otherFileIn(Buffer.from(text, 'latin1'))).toBeNull();
});

test('random bytes are nothing else', () => {
  for (let turn = 0; turn < 20; turn += 1) expect(otherFileIn(randomBytes(1_000_000))).toBeNull();
});
