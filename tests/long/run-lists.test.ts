import { expect, test } from 'vitest';
import { createLevelLedger } from '../support/level-ledger.ts';
import { runJobs } from '../support/run-jobs.ts';
import { runTasks } from '../support/run-tasks.ts';

test('options that no list takes are refused with what they take', async () => {
  const place = await createLevelLedger();
  const refusals: [words: string[], complaint: string][] = [
    [
      ['--error', 'two words'],
      'It takes one or several kinds of errors, such as Blocked,RateLimited, with commas.',
    ],
    [['--priority', 'high'], 'It takes a whole number'],
    [['--retries-min', '-1'], 'It takes a whole number from 0.'],
    [['--search', '*'], 'It takes 1 to 100 characters with a letter or a digit'],
    [['--sort', 'name'], 'Allowed choices are created, ended, duration, priority, retries.'],
    [
      ['--sort', 'duration', '--status', 'pending'],
      '--sort takes ended and duration for what has ended alone, got duration with the status pending.',
    ],
  ];
  for (const [words, complaint] of refusals) {
    for (const run of [runTasks, runJobs]) {
      const { code, stdout, stderr } = await run(place, 'list', ...words);
      expect({ words, code, stdout }).toEqual({ words, code: 2, stdout: '' });
      expect(stderr).toContain(complaint);
    }
  }
});
