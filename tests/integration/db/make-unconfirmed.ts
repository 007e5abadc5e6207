import type { Db } from '../../../db/connect.ts';
import { enterStage } from '../../../db/queries/crawl-runs.ts';
import { endUnconfirmed } from '../../../db/queries/end-unconfirmed.ts';
import type { PayloadRecord } from '../../../db/queries/payloads.ts';
import type { Suspicion } from '../../../domain/belief/suspicion.ts';
import type { UnconfirmedMenu } from '../../../domain/crawl-run.ts';
import { day, FETCH, makeClaim, makeDispensary, makePayloadRecord } from './make-crawl.ts';

/** The suspicion about a menu that lost much of its content. */
export const SUSPICION: Suspicion = {
  fault: 'shrunk',
  faults: ['shrunk', 'repriced'],
  message: '60 of 90 products of the last menu are gone. 20 of 30 prices are others.',
  measured: [
    { rule: 'gone', count: 60, of: 90 },
    { rule: 'price-changed', count: 20, of: 30 },
  ],
  doubts: 2,
  samples: [
    {
      rule: 'gone',
      id: 'p1',
      name: 'Blue Dream',
      field: 'menu',
      option: null,
      before: 'on the menu',
      now: 'gone',
    },
  ],
  evidence: { unique: 30, totalCount: 30, missing: 0, known: 90, twin: null, stale: null },
};

export function resultOf(payloadId: number): Omit<UnconfirmedMenu, 'crawlRunId'> {
  const { faults, message } = SUSPICION;
  return {
    payloadId,
    dispensaryName: 'Desert Bloom',
    stateCode: 'AZ',
    productCount: 30,
    pages: 1,
    bytes: 1000,
    unconfirmed: { faults, message, lookAgainAfterMs: 60_000 },
  };
}

/** Returns the input that ends a run as unconfirmed with this payload. */
export function unbelieved(payload: PayloadRecord) {
  return { payload, suspicion: SUSPICION, resultOf };
}

/** Ends the chain of a new dispensary as unconfirmed. */
export async function makeUnconfirmed(db: Db): Promise<UnconfirmedMenu> {
  const { run } = await enterStage(db, makeClaim(await makeDispensary(db)), FETCH);
  return endUnconfirmed(db, run, unbelieved(await makePayloadRecord(db, day(1))));
}
