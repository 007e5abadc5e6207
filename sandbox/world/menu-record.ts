/** A product, or a part of one, as the menu serves it. */
export type MenuRecord = Record<string, unknown>;
