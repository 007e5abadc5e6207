/** What drives the chains that are measured beside those on Temporal. */
export type PeerName = 'graphile-worker' | 'loop';

/** Tells a peer to crawl these dispensaries, each once. */
export interface CrawlOrder {
  dispensaryIds: number[];
  /** False leaves the stage of the images out. */
  images: boolean;
}

/** What a peer tells its parent. */
export type PeerReport = { is: 'serving' } | { is: 'ended' } | { is: 'failed'; reason: string };

/** Drives chains, so many at once. */
export interface Peer {
  /** Takes the chains of these dispensaries; their ends are reported. */
  crawl(order: CrawlOrder): Promise<void>;
}

/** How a peer reports the end of each chain. */
export interface Ends {
  ended: () => void;
  failed: (error: unknown) => void;
}
