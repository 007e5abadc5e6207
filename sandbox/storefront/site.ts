import type { World } from '../world/world.ts';
import type { OperationHashes } from './operations.ts';

/** What the storefront shows at this moment. The control server moves it on; the storefront only reads. */
export interface Site {
  world: World;
  pass: () => number;
  hashes: () => OperationHashes;
}

export const MENU_HOST = 'dutchie.sandbox.test';
export const IMAGE_HOST = 'images.sandbox.test';
export const ECHO_HOST = 'echo.sandbox.test';
/** The menus of the other form: REST, offsets, cents. */
export const REST_HOST = 'blaze.sandbox.test';
export const REST_URL = `https://${REST_HOST}/api/v1`;
/** A site that is no menu: what accounts have posted, for generic jobs. */
export const FEED_HOST = 'posts.sandbox.test';
export const MENU_BASE_URL = `https://${MENU_HOST}`;
