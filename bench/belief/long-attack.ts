import type { Fault } from '../../domain/belief/rule.ts';
import type { LieKind } from '../../sandbox/lies/lie-kind.ts';
import { harmOf } from './attack.ts';
import { timeOf, type Stage } from './attack-stage.ts';
import type { SeenMenu } from './see-menu.ts';
import {
  CONFIRM_AFTER_MS,
  copyStore,
  crawlSimulated,
  type CrawlEnd,
  type SimulatedStore,
} from './simulated-store.ts';
import { countWrong, NOTHING_WRONG, worse, type Wrong } from './wrong-rows.ts';

/** A store's recovery after the lie has ended. */
interface Recovery {
  /** Regular crawls until the honest menu is accepted; null: it never was. */
  crawls: number | null;
  /** Whether the last of these crawls needed its confirmation half an hour later. */
  isConfirmed: boolean;
  /** Why the first honest menu was doubted; empty when it was not. */
  faults: Fault[];
  /** The errors in the catalog after the recovery. */
  wrong: Wrong;
}

export interface LongAttack {
  /** The share of the honest menu that the first lying menu would make wrong. */
  harmShare: number;
  /** The result of the first crawl. */
  first: CrawlEnd;
  /** The lie ended before the confirmation: the errors until then, and the recovery. */
  short: { wrong: Wrong; recovery: Recovery };
  /** The lie lasted: whether it was accepted, the most errors at once, and the recovery. */
  long: { gotIn: boolean; wrong: Wrong; recovery: Recovery };
}

interface ReportedState {
  kind: LieKind;
  share: number;
  /** Regular crawls that see the lie, besides the first crawl. */
  crawls: number;
}

/** A store that has not recovered after this many honest crawls counts as lost. */
const RECOVERY_CRAWLS_MAX = 6;

/** Applies a lie for less and for more time than the confirmation takes, and follows the store until it has recovered. */
export async function attackForLong(stage: Stage, reported: ReportedState): Promise<LongAttack> {
  const { pass } = stage;
  const store = copyStore(stage.known);
  const seen = await stage.lyingAt(pass, reported);
  const honest = await stage.honestAt(pass);
  const first = crawlSimulated(store, { ...stage, seen, at: timeOf(pass) });
  const short = await endEarly(stage, store, first);
  const long = { gotIn: isIn(first), wrong: short.wrong };
  const look = async (at: number, isLate: boolean, menu: SeenMenu | string): Promise<CrawlEnd> => {
    const end = crawlSimulated(store, { ...stage, seen: menu, at: isLate ? lateIn(at) : timeOf(at) });
    long.gotIn ||= isIn(end);
    long.wrong = worse(long.wrong, await countWrong(store.shelf, stage, { pass: at }));
    return end;
  };
  if (first.isLookDue) await look(pass, true, seen);
  for (let at = pass + 1; at <= pass + reported.crawls; at += 1) {
    const menu = await stage.lyingAt(at, reported);
    const { isLookDue } = await look(at, false, menu);
    if (isLookDue) await look(at, true, menu);
  }
  return {
    harmShare: typeof seen === 'string' ? 0 : harmShareOf(seen, honest, stage),
    first,
    short,
    long: { ...long, recovery: await recover(stage, store, pass + reported.crawls + 1) },
  };
}

/** Follows a store whose lie ends before the confirmation half an hour later: the confirmation sees the honest menu. */
async function endEarly(stage: Stage, lied: SimulatedStore, first: CrawlEnd): Promise<LongAttack['short']> {
  const { pass } = stage;
  const wrong = await countWrong(lied.shelf, stage, { pass });
  const store = copyStore(lied);
  if (first.isLookDue)
    crawlSimulated(store, { ...stage, seen: await stage.honestAt(pass), at: lateIn(pass) });
  return { wrong, recovery: await recover(stage, store, pass + 1) };
}

async function recover(stage: Stage, store: SimulatedStore, from: number): Promise<Recovery> {
  let faults: Fault[] = [];
  for (let crawls = 1; crawls <= RECOVERY_CRAWLS_MAX; crawls += 1) {
    const pass = from + crawls - 1;
    const seen = await stage.honestAt(pass);
    const regular = crawlSimulated(store, { ...stage, seen, at: timeOf(pass) });
    if (crawls === 1) faults = regular.faults;
    const late = regular.isLookDue ? crawlSimulated(store, { ...stage, seen, at: lateIn(pass) }) : regular;
    if (isIn(late)) {
      const wrong = await countWrong(store.shelf, stage, { pass, isBack: true });
      return { crawls, isConfirmed: regular.isLookDue, faults, wrong };
    }
  }
  return { crawls: null, isConfirmed: false, faults, wrong: NOTHING_WRONG };
}

function isIn({ verdict }: CrawlEnd): boolean {
  return verdict === 'accepted' || verdict === 'confirmed';
}

/** Returns the time at which a menu that was doubted in a pass is confirmed. */
function lateIn(pass: number): Date {
  return new Date(timeOf(pass).getTime() + CONFIRM_AFTER_MS);
}

function harmShareOf(seen: SeenMenu, honest: SeenMenu, { known }: Stage): number {
  const shelf = [...known.shelf.values()].map(({ product }) => product);
  const { wrongStock, wrongPrices, wrongIdentity } = harmOf(seen, honest, { shelf });
  return Math.max(wrongStock, wrongPrices, wrongIdentity) / Math.max(1, honest.ids.length);
}
