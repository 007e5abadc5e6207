import { expect, test } from 'vitest';
import { judgeSpace } from '../../../../../cli/commands/doctor/check-storage-root.ts';

test('little free space is a warning, and none to speak of is broken', () => {
  expect(judgeSpace(20_000)).toMatchObject({ state: 'ok', found: '19 GiB' });
  expect(judgeSpace(1_023)).toMatchObject({ state: 'warning', found: '1023 MiB are left' });
  expect(judgeSpace(63)).toMatchObject({ state: 'broken' });
});
