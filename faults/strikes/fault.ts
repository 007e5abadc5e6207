import type { Finding } from '../check/finding.ts';
import type { StoreTruth } from '../../sandbox/world/world.ts';
import type { Random } from '../../sandbox/world/random.ts';
import type { RoundScene, Scene } from './scene.ts';

/** A store of the world. */
export interface Store {
  dispensaryId: number;
  truth: StoreTruth;
}

/** The store and the moment of a strike, chosen by the seed. */
export interface Aim<Moment extends string = string> {
  store: Store;
  moment: Moment;
  /** The source of all other choices. */
  random: Random;
}

/** A measurement of a strike, for a line of the scorecard. */
export interface Figure {
  /** The name by which scorecard lines find the figure. */
  name: string;
  value: number;
  /** The number of items that were checked for it. Default: 1. */
  n?: number;
}

/** The result of a strike. */
export interface Strike {
  /** Resolves once the API has acknowledged the struck crawl; absent if it already has. */
  acknowledged?: Promise<unknown>;
  /**
   * Checks, once all crawls have ended, whether the strike hit.
   * @returns why nothing shows that it hit; null if something does
   */
  missed: () => Promise<string | null>;
  /** Measures the figures for the scorecard, once all crawls have ended. */
  figures?: () => Promise<Figure[]>;
  /** Findings of the fault's own checks. */
  findings?: readonly Finding[];
}

/** `own`: servers, a worker and an API that are started one by one. `start`: all of them are run by `npm start`. */
export type WorldKind = 'own' | 'start';

/** A fault that can happen to a running world. */
export interface Fault<Moment extends string = string, Struck extends RoundScene = Scene> {
  name: string;
  /** The kind of world that the fault strikes. Default: `own`. */
  world?: WorldKind;
  /** One sentence about the fault, for people. */
  about: string;
  /** The moments at which the fault may strike. */
  moments: readonly Moment[];
  /** The rough duration of a round in seconds, for the estimate. */
  roundSeconds: number;
  /** The number of stores that a round strikes. */
  strikes: number;
  /** True: processes that the fault kills, freezes or cuts off may hold leases and permits until they expire. */
  leavesHeld?: boolean;
  /** True: the fault needs a small disk for the storage, and counts as failed if none can be mounted. */
  fillsDisk?: boolean;
  /** Returns the moments at which the store can be struck now. */
  momentsOf(scene: Struck, store: Store): Promise<readonly Moment[]>;
  /** Requests a crawl of the store and strikes at the moment. */
  strike(scene: Struck, aim: Aim<Moment>): Promise<Strike>;
}

/** A fault of any kind of world. */
export type AnyFault = Fault<string, RoundScene>;
