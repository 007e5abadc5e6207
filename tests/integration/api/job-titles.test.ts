import { expect, test } from 'vitest';
import { startApiServer } from '../../support/api-server.ts';
import { createTestDatabase } from '../../support/test-database.ts';
import { createTestNamespace } from '../../support/test-namespace.ts';

test('a job may be requested by the title of its type, and runs the type default only where the request says so', async () => {
  const [{ db }, { client }] = [await createTestDatabase(), await createTestNamespace()];
  const { call } = await startApiServer({ db, client });
  const create = (body: object) =>
    call<{ id: string; [field: string]: unknown }>('POST', '/api/jobs', { body });
  const titled = await create({
    title: ' download MEDIA',
    payload: { urls: ['https://images.example.com/1'] },
  });
  expect([titled.status, titled.body]).toMatchObject([201, { job_type: 'download_media' }]);
  const plants = { title: 'Water the plants', payload: { pots: 3 } };
  const unknown = await create(plants);
  expect([unknown.status, unknown.body['errors']]).toEqual([
    422,
    [
      {
        in: 'body',
        pointer: '/title',
        detail:
          'title (body) takes one of Download media, Default, Echo, Dummy, got "Water the plants"; with fallback, the type default would run.',
      },
    ],
  ]);
  const fallen = await create({ ...plants, fallback: true });
  expect([fallen.status, fallen.body]).toMatchObject([201, { job_type: 'default' }]);
  expect((await call('GET', `/api/jobs/${fallen.body.id}`)).body).toMatchObject({
    job_type: 'default',
    payload: { pots: 3 },
  });
  expect((await create({ title: 'Echo', fallback: true })).body).toMatchObject({ job_type: 'echo' });
  for (const [body, detail] of [
    [{ job_type: 'echo', title: 'Echo' }, 'title (body) takes the place of job_type; give one of them.'],
    [{ job_type: 'nothing', fallback: true }, 'fallback (body) needs a title, whose type may be missing.'],
    [{ payload: {} }, 'job_type (body) is missing; give it, or a title.'],
  ] as const)
    expect((await create(body)).body).toMatchObject({ code: 'impossible', detail });
});
