import type { StoreTruth } from '../../sandbox/world/world.ts';
import type { Random } from '../../sandbox/world/random.ts';
import type { RoundScene, Scene } from './scene.ts';

/** A store of the world. */
export interface Store {
  dispensaryId: number;
  truth: StoreTruth;
}

/** What a strike is aimed at, chosen by the seed. */
export interface Aim<Moment extends string = string> {
  store: Store;
  moment: Moment;
  /** Makes whatever else has to be chosen. */
  random: Random;
}

/** What a strike measured, for a line of the scorecard. */
export interface Figure {
  /** Lines of the scorecard find their figures by it. */
  name: string;
  value: number;
}

/** A strike that has been carried out. */
export interface Strike {
  /** Absent: the crawl is acknowledged already. */
  acknowledged?: Promise<unknown>;
  /** Finds out, once all crawls have ended, whether it hit. @returns null, or why nothing shows that it did */
  missed: () => Promise<string | null>;
  /** Measures, once all crawls have ended, what the scorecard shows of it. */
  figures?: () => Promise<Figure[]>;
}

/** `own`: servers, a worker and an API that are started one by one. `start`: all of them run by `npm start`. */
export type WorldKind = 'own' | 'start';

/** Something that can happen to a running world. */
export interface Fault<Moment extends string = string, Struck extends RoundScene = Scene> {
  name: string;
  /** The kind of world that it strikes. Default: `own`. */
  world?: WorldKind;
  /** One sentence, for people. */
  about: string;
  /** When it may strike. */
  moments: readonly Moment[];
  /** Roughly how long a round takes, for the estimate. */
  roundSeconds: number;
  /** How many stores a round strikes. */
  strikes: number;
  /** True: what it kills, freezes or cuts off may hold leases and turns until they run out. */
  leavesHeld?: boolean;
  /** True: it needs a small disk of its own for the storage, and counts as failed where none can be mounted. */
  fillsDisk?: boolean;
  /** The moments at which the store can be struck now. */
  momentsOf(scene: Struck, store: Store): Promise<readonly Moment[]>;
  /** Asks for a crawl of the store, strikes at the moment, and brings back what was struck. */
  strike(scene: Struck, aim: Aim<Moment>): Promise<Strike>;
}

/** A fault, whatever it strikes. */
export type AnyFault = Fault<string, RoundScene>;
