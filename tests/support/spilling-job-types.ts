import { z } from 'zod';
import { CrawlError } from '../../domain/errors.ts';
import { defineJobType, type JobRun } from '../../jobs/job-type.ts';

/** What a careless job does with the password `login` and the key `pem`. */
const SPILLS: Record<string, (job: JobRun<unknown>, secret: string) => unknown> = {
  async return(job, secret) {
    const { username = '', password = '' } = (await job.credential('login')) as Record<string, string>;
    process.stdout.write(`stdout has ${secret}\n`);
    process.stderr.write(`stderr has ${secret}\n`);
    process.stderr.write(`split ${secret.slice(0, 9)}`);
    // Its answer takes long enough for the worker to read the first half alone.
    await job.credential('pem');
    process.stderr.write(`${secret.slice(9)}\n`);
    job.report({
      percent: 10,
      message: `${'m'.repeat(485)}${secret}`,
      cursor: { at: [secret], [secret]: 1 },
    });
    job.log(`${'l'.repeat(1_980)}${secret}\nlogged ${secret}`);
    await job.saveFile('cookies.txt', Buffer.from(secret));
    const url = `https://posts.sandbox.test/files/1000.bin?k=${encodeURIComponent(secret)}`;
    await job.withSession((session) =>
      session.downloadFile(url, { stem: 'one', wanted: 'any', name: () => 'one.bin' }),
    );
    return {
      password,
      list: [{ [secret]: `with ${secret} inside` }],
      header: Buffer.from(`${username}:${password}`).toString('base64'),
      json: JSON.stringify({ secret }),
      url,
      pem: (await job.credential('pem')) as string,
      kept: 'not secret',
    };
  },
  throw(job, secret) {
    throw new Error(`refused ${secret}`, { cause: new Error(secret) });
  },
  block: (job, secret) =>
    job.withSession(() => {
      throw new CrawlError('Blocked', `blocked for ${secret}`, { evidence: { cookie: secret } });
    }),
  async crash(job, secret) {
    process.stderr.write(`${'x'.repeat(3_000)}${secret}\n`);
    setImmediate(() => {
      throw new Error(`${'x'.repeat(1_980)}${secret}`);
    });
    await new Promise(() => void setInterval(() => undefined, 1_000));
  },
  exit(job, secret) {
    process.stderr.write(`the end of ${secret}\n`);
    process.exit(3);
  },
  'ask for another': (job) => job.credential('other'),
};

export const jobTypes = [
  defineJobType({
    name: 'spill',
    about: 'Gets a password, and does not keep it.',
    payload: z.strictObject({ how: z.enum(Object.keys(SPILLS)) }),
    retry: { kind: 'linear', base: 0.1, max: 0.1, jitter: 0.05 },
    async run(job) {
      const { password = '' } = (await job.credential('login')) as Record<string, string>;
      return (await SPILLS[job.payload.how]!(job, password)) as Record<string, unknown>;
    },
  }),
];
