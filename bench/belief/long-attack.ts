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

/** How a store comes back once the lie has ended. */
interface Recovery {
  /** Regular crawls until the honest menu is in; null: it never came in. */
  crawls: number | null;
  /** The last of them needed its look half an hour later. */
  isConfirmed: boolean;
  /** Why the first honest menu was doubted; empty: it was not. */
  faults: Fault[];
  /** What is wrong in the catalog then. */
  wrong: Wrong;
}

export interface LongAttack {
  /** The share of the honest menu that the first lying menu would make wrong. */
  harmShare: number;
  /** What became of the first look. */
  first: CrawlEnd;
  /** The lie ended before the confirmation: what was wrong until then, and how the store came back. */
  short: { wrong: Wrong; recovery: Recovery };
  /** The lie lasted: whether it got in, the most that was wrong at once, and how the store came back. */
  long: { gotIn: boolean; wrong: Wrong; recovery: Recovery };
}

interface Told {
  kind: LieKind;
  share: number;
  /** Regular crawls that see the lie after the first one. */
  crawls: number;
}

/** After so many honest crawls a store that is not back counts as lost. */
const RECOVERY_CRAWLS_MAX = 6;

/** Tells a lie for shorter and for longer than the confirmation, and follows the store until it is back. */
export async function attackForLong(stage: Stage, told: Told): Promise<LongAttack> {
  const { pass } = stage;
  const store = copyStore(stage.known);
  const seen = await stage.lyingAt(pass, told);
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
  for (let at = pass + 1; at <= pass + told.crawls; at += 1) {
    const menu = await stage.lyingAt(at, told);
    const { isLookDue } = await look(at, false, menu);
    if (isLookDue) await look(at, true, menu);
  }
  return {
    harmShare: typeof seen === 'string' ? 0 : harmShareOf(seen, honest, stage),
    first,
    short,
    long: { ...long, recovery: await recover(stage, store, pass + told.crawls + 1) },
  };
}

/** The lie ends before the look half an hour later, which sees the honest menu. */
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

/** When a store that was doubted in a pass is looked at again. */
function lateIn(pass: number): Date {
  return new Date(timeOf(pass).getTime() + CONFIRM_AFTER_MS);
}

function harmShareOf(seen: SeenMenu, honest: SeenMenu, { known }: Stage): number {
  const shelf = [...known.shelf.values()].map(({ product }) => product);
  const { wrongStock, wrongPrices, wrongIdentity } = harmOf(seen, honest, { shelf });
  return Math.max(wrongStock, wrongPrices, wrongIdentity) / Math.max(1, honest.ids.length);
}
