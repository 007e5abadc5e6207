import { expect, test } from 'vitest';
import type { Channel } from '../../../../jobs/isolation/channel.ts';
import { createChildJob } from '../../../../jobs/isolation/child-job.ts';

test('the process of a job refuses a session within the work of another', async () => {
  const channel: Channel = {
    // Its worker opens the session, and calls the work.
    call: async (name, number) => {
      expect(name).toBe('withSession');
      const facts = {
        number: 1,
        exitAddress: '192.0.2.1',
        identity: { proxy: { id: 1 }, profile: { name: 'a' } },
      };
      await offers['work']!(...([number, facts] as never[]));
    },
    notify: () => undefined,
    end: () => undefined,
  };
  const facts = { id: 'one', platform: null, account: 'ann', payload: {}, attempt: 1, cursor: null };
  const { job, offers } = createChildJob(facts, channel);
  await expect(job.withSession(() => job.withSession(async () => 1))).rejects.toMatchObject({
    kind: 'InvalidInput',
  });
  expect(await job.withSession(async ({ exitAddress }) => exitAddress)).toBe('192.0.2.1');
});

test('the process of a job refuses a download without what it is to be, before it downloads', async () => {
  const channel: Channel = {
    call: async (name, number) => {
      expect(name).toBe('withSession');
      const facts = { number: 1, exitAddress: null, identity: { proxy: null, profile: { name: 'a' } } };
      await offers['work']!(...([number, facts] as never[]));
    },
    notify: () => undefined,
    end: () => undefined,
  };
  const facts = { id: 'one', platform: null, account: null, payload: {}, attempt: 1, cursor: null };
  const { job, offers } = createChildJob(facts, channel);
  const download = (file: unknown) =>
    job.withSession((session) => session.downloadFile('https://a.test/1.bin', file as never));
  for (const file of [
    undefined,
    '1.bin',
    { stem: '1', wanted: 'file', name: () => '1' },
    { stem: '1', wanted: 'any' },
  ])
    await expect(download(file)).rejects.toThrow(
      'downloadFile takes a URL and { stem, wanted, name }: a text, one of picture, media, page, any, and',
    );
});
