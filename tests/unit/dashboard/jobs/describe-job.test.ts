import { expect, test } from 'vitest';
import { jobTitle, urlsIn } from '../../../../dashboard/jobs/describe-job.ts';

test('a job is called by its type where its id was made for it, and else by the id that somebody chose', () => {
  const id = 'bb7787a5-dc29-4cae-a443-6b6d0ef77fa4';
  expect(jobTitle({ id, job_type: 'download_media' })).toBe('download_media, bb7787a5…');
  expect(jobTitle({ id, job_type: null })).toBe(id);
  expect(jobTitle({ id: 'nightly', job_type: 'download_media' })).toBe('nightly');
});

test('addresses are found wherever they stand in what a job was given', () => {
  const urls = ['https://one.test/a.png', 'http://two.test/b.png'];
  expect(urlsIn({ kind: 'pictures', from: { urls }, width: 3, note: null })).toEqual(urls);
  expect(urlsIn(null)).toEqual([]);
});
