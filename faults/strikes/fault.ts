import type { StoreTruth } from '../../sandbox/world/world.ts';
import type { Random } from '../../sandbox/world/random.ts';
import type { RoundScene, Scene } from './scene.ts';

/** A store of the world. */
export interface Store {
  dispensaryId: number;
  truth: StoreTruth;
}

/** The target of a strike, chosen by the seed. */
export interface Aim<Moment extends string = string> {
  store: Store;
  moment: Moment;
  /** Makes all other choices. */
  random: Random;
}

/** A measurement of a strike, for a line of the scorecard. */
export interface Figure {
  /** Scorecard lines find their figures by name. */
  name: string;
  value: number;
}

/** A strike after it was carried out. */
export interface Strike {
  /** Absent: the crawl is already acknowledged. */
  acknowledged?: Promise<unknown>;
  /** Called once all crawls have ended. @returns why nothing shows that the strike hit, or null */
  missed: () => Promise<string | null>;
  /** Called once all crawls have ended; measures the figures of the scorecard. */
  figures?: () => Promise<Figure[]>;
}

/** `own`: servers, a worker and an API, started one by one. `start`: all of them run by `npm start`. */
export type WorldKind = 'own' | 'start';

/** A fault that can happen to a running world. */
export interface Fault<Moment extends string = string, Struck extends RoundScene = Scene> {
  name: string;
  /** The kind of world that it strikes. Default: `own`. */
  world?: WorldKind;
  /** One sentence, for people. */
  about: string;
  /** The moments at which it may strike. */
  moments: readonly Moment[];
  /** The rough duration of a round, for the estimate. */
  roundSeconds: number;
  /** The number of stores that a round strikes. */
  strikes: number;
  /** True: processes that it kills, freezes or cuts off may hold leases and permits until they expire. */
  leavesHeld?: boolean;
  /** True: it needs a small disk for the storage, and counts as failed where none can be mounted. */
  fillsDisk?: boolean;
  /** The moments at which the store can be struck now. */
  momentsOf(scene: Struck, store: Store): Promise<readonly Moment[]>;
  /** Requests a crawl of the store and strikes at the moment. */
  strike(scene: Struck, aim: Aim<Moment>): Promise<Strike>;
}

/** A fault, whatever it strikes. */
export type AnyFault = Fault<string, RoundScene>;
