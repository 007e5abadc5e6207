import { describe, expect, test } from 'vitest';
import { flameGraph } from '../../../bench/flame-graph.ts';
import { stacksOf, stageOf, timeByStage, type CpuProfile, type Stack } from '../../../bench/read-profile.ts';

const ROOT = 'file:///project/';

/** A profile of four samples, a millisecond apart: idle, parsing, parsing, garbage collection. */
const PROFILE: CpuProfile = {
  nodes: [
    { id: 1, callFrame: frame('(root)', ''), children: [2, 3, 5] },
    { id: 2, callFrame: frame('(idle)', '') },
    { id: 3, callFrame: frame('judgeAnswer', `${ROOT}egress/judge-answer.ts`), children: [4] },
    { id: 4, callFrame: frame('', `${ROOT}node_modules/@scope/json/dist/index.js`) },
    { id: 5, callFrame: frame('(garbage collector)', '') },
  ],
  startTime: 10_000,
  samples: [2, 4, 4, 5],
  timeDeltas: [1_000, 1_000, 1_000, 1_000],
};

describe('the stacks of a profile', () => {
  test('have the time until the next sample, from the outermost function in, without idle time', () => {
    expect(stacksOf(PROFILE, [{ fromUs: 0, toUs: Infinity }], ROOT)).toEqual([
      {
        frames: [
          { name: 'judgeAnswer', place: 'egress/judge-answer.ts' },
          { name: '(anonymous)', place: 'node_modules/@scope/json' },
        ],
        ms: 2,
      },
      { frames: [{ name: '(garbage collector)', place: '' }], ms: 0 },
    ]);
  });

  test('count samples within the spans alone', () => {
    const [parsing] = stacksOf(PROFILE, [{ fromUs: 12_500, toUs: 13_500 }], ROOT);
    expect(parsing?.ms).toBe(1);
    expect(stacksOf(PROFILE, [{ fromUs: 0, toUs: 11_500 }], ROOT)).toEqual([]);
  });
});

describe('the stage of a stack', () => {
  test.each([
    ['fetch', 'judgeAnswer', 'egress/judge-answer.ts'],
    ['fetch', 'writePayload', 'storage/payload-files.ts'],
    ['ingest', 'readPayload', 'storage/payload-files.ts'],
    ['ingest', 'toCanonical', 'platforms/dutchie/normalize-product.ts'],
    ['images', 'convertToWebp', 'storage/convert-image.ts'],
    ['garbage collection', '(garbage collector)', ''],
    ['Temporal SDK', 'poll', 'node_modules/@temporalio/worker'],
    ['Node itself', 'writev', 'stream'],
  ])('is %s for %s of %s', (stage, name, place) => {
    expect(stageOf(stackOf([name, place]))).toBe(stage);
  });

  test('is that of the activity on it, whatever the activity calls', () => {
    const judged = stackOf(['storeMenu', 'stages/store-menu.ts'], ['toCanonical', 'platforms/normalize.ts']);
    expect(stageOf(judged)).toBe('fetch');
  });

  test('is the judge where a menu is judged, its normalizing included', () => {
    const judged = stackOf(
      ['storeMenu', 'stages/store-menu.ts'],
      ['judgeFetched', 'stages/store-menu.ts'],
      ['toCanonical', 'platforms/normalize.ts'],
    );
    expect(stageOf(judged)).toBe('judge');
  });

  test('is that of the innermost tool where no activity is on it', () => {
    const sent = stackOf(
      ['askJson', 'egress/http-session.ts'],
      ['endRequest', 'db/queries/pace.ts'],
      ['query', 'node_modules/pg'],
    );
    expect(stageOf(sent)).toBe('fetch');
  });
});

test('time is summed by stage, with the functions that took most of it', () => {
  const slow = { ...stackOf(['send', 'egress/a.ts']), ms: 5 };
  const quick = { ...stackOf(['parse', 'egress/b.ts']), ms: 1 };
  const other = { ...stackOf(['query', 'node_modules/pg']), ms: 2 };
  expect(timeByStage([quick, other, slow, quick])).toEqual([
    {
      stage: 'fetch',
      ms: 7,
      functions: [
        ['send egress/a.ts', 5],
        ['parse egress/b.ts', 2],
      ],
    },
    { stage: 'database client', ms: 2, functions: [['query node_modules/pg', 2]] },
  ]);
});

test('a flame graph has a box as wide as the time of each function, above its caller', () => {
  const stacks: Stack[] = [
    { ...stackOf(['main', 'a.ts'], ['left<T>', 'a.ts']), ms: 3 },
    { ...stackOf(['main', 'a.ts']), ms: 1 },
  ];
  const svg = flameGraph(stacks, 'Title');
  const boxes = [...svg.matchAll(/<title>(\S+).*?<rect x="(\S+)" y="(\S+)" width="(\S+)"/g)];
  expect(boxes.map(([, name, x, , width]) => [name, Number(x), Number(width)])).toEqual([
    ['main', 0, 1600],
    ['left&lt;T&gt;', 0, 1200],
  ]);
  const [callerTop, calledTop] = boxes.map(([, , , y]) => Number(y));
  expect(calledTop).toBeLessThan(callerTop!);
});

function frame(functionName: string, url: string) {
  return { functionName, url, lineNumber: 0 };
}

function stackOf(...frames: [name: string, place: string][]): Stack {
  return { frames: frames.map(([name, place]) => ({ name, place })), ms: 1 };
}
