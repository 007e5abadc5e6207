/** The drivers that are compared with Temporal. */
export type PeerName = 'graphile-worker' | 'loop';

/** Orders a peer to crawl these dispensaries, each once. */
export interface CrawlOrder {
  dispensaryIds: number[];
  /** False skips the image stage. */
  images: boolean;
}

/** A peer's messages to its parent. */
export type PeerReport = { is: 'serving' } | { is: 'ended' } | { is: 'failed'; reason: string };

/** Runs chains with limited concurrency. */
export interface Peer {
  /** Starts the chains of these dispensaries; their ends are reported. */
  crawl(order: CrawlOrder): Promise<void>;
}

/** How a peer reports the end of each chain. */
export interface Ends {
  ended: () => void;
  failed: (error: unknown) => void;
}
