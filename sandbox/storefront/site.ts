import type { World } from '../world/world.ts';
import type { OperationHashes } from './operations.ts';

/** What the storefront shows now. The control server advances it; the storefront only reads it. */
export interface Site {
  world: World;
  pass: () => number;
  hashes: () => OperationHashes;
}

export const MENU_HOST = 'dutchie.sandbox.test';
export const IMAGE_HOST = 'images.sandbox.test';
export const ECHO_HOST = 'echo.sandbox.test';
/** The host of the REST menus, which have offsets and prices in cents. */
export const REST_HOST = 'blaze.sandbox.test';
export const REST_URL = `https://${REST_HOST}/api/v1`;
/** The host of a site without a menu. It has accounts with posts, for generic jobs. */
export const FEED_HOST = 'posts.sandbox.test';
export const MENU_BASE_URL = `https://${MENU_HOST}`;
