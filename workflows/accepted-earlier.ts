import type { Area } from '../domain/discovery.ts';
import type { Spread } from '../domain/crawl-due.ts';

type Check = (value: unknown) => boolean;

const ANYTHING: Check = () => true;

const isPriority: Check = (priority) => priority === undefined || Number.isInteger(priority);

/**
 * The looser checks of earlier code, for fields that are now checked more strictly. Earlier code also ignored unknown fields and
 * extra arguments. A workflow that started with such an input must still replay.
 */
export const ACCEPTED_EARLIER: Record<string, Record<string, Check>> = {
  crawlDispensary: { priority: isPriority },
  resolveEntryPoint: { priority: isPriority },
  crawlDue: {
    priority: isPriority,
    spread: (spread) => spread === undefined || isSpread(spread),
    progress: ANYTHING,
  },
  discoverStores: {
    priority: ANYTHING,
    areas: (areas) => areas === undefined || (Array.isArray(areas) && areas.every(isArea)),
  },
  job: {
    payload: (payload) => payload === undefined || (typeof payload === 'object' && payload !== null),
  },
  startOnce: { workflow: ANYTHING, workflowId: ANYTHING, input: ANYTHING, later: ANYTHING },
};

function isSpread(spread: unknown): boolean {
  const { batches, overHours } = (spread ?? {}) as Spread;
  const isCount = Number.isInteger(batches) && batches >= 1 && batches <= 1_000;
  return isCount && typeof overHours === 'number' && overHours > 0 && overHours <= 744;
}

function isArea(area: unknown): boolean {
  const { stateCode, city, near } = (area ?? {}) as Area;
  const isState = typeof stateCode === 'string' && /^[A-Z]{2}$/.test(stateCode);
  const isCity = city === undefined || (typeof city === 'string' && city.trim() !== '');
  return isState && isCity && (near === undefined || isSurrounding(near));
}

function isSurrounding({ latitude, longitude, miles }: NonNullable<Area['near']>): boolean {
  return Math.abs(latitude) <= 90 && Math.abs(longitude) <= 180 && miles > 0;
}
