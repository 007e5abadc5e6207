import { expect, test } from 'vitest';
import { findJobFaults, formatJobFaults } from '../../../jobs/find-job-faults.ts';
import { loadJobTypes } from '../../../jobs/load-job-types.ts';

const jobTypes = await loadJobTypes();

const complaintAbout = (payload: unknown) =>
  formatJobFaults(findJobFaults(jobTypes, 'download_media', payload));

test('a payload that has none of the forms that its type takes is told what each of them lacks', () => {
  expect(complaintAbout({})).toBe(
    'payload does not fit: Invalid input: urls: Invalid input: expected array, received undefined; or media_ids: Invalid input: expected array, received undefined, source: Invalid option: expected one of "dutchie"|"blaze".',
  );
  expect(complaintAbout({ urls: ['https://images.example.com/1.png'], more: 1 })).toMatch(
    /^payload does not fit: .*Unrecognized key: "more"/,
  );
  expect(complaintAbout({ urls: ['http://images.example.com/1.png'] })).toBe(
    'payload.urls.0 does not fit: it takes an https address.',
  );
  expect(complaintAbout({ urls: ['https://images.example.com/1.png'] })).toBeNull();
});
