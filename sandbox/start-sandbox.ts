import { mkdir } from 'node:fs/promises';
import { startControl } from './control/start-control.ts';
import { createExitAddresses } from './proxies/exit-addresses.ts';
import type { ExitAddresses } from './proxies/exit-addresses.ts';
import { PROXY_RULES } from './proxies/proxy-access.ts';
import type { ProxyAccess } from './proxies/proxy-access.ts';
import { startProxies } from './proxies/start-proxies.ts';
import type { Proxies } from './proxies/start-proxies.ts';
import { listenOnKeptPort } from './kept-port.ts';
import { readCaptures } from './read-captures.ts';
import type { Captures } from './read-captures.ts';
import { createSandboxClock } from './sandbox-clock.ts';
import type { SandboxClock } from './sandbox-clock.ts';
import type { SandboxPorts } from './sandbox-state.ts';
import { readState } from './sandbox-state.ts';
import { createFaults } from './storefront/faults.ts';
import { createGate } from './storefront/gate.ts';
import { createLies } from './lies/lies.ts';
import type { OperationHashes } from './storefront/operations.ts';
import { createProductImages } from './storefront/product-images.ts';
import { createRequestLog } from './storefront/request-log.ts';
import { createRobotsFiles } from './storefront/robots-files.ts';
import { ECHO_HOST, MENU_BASE_URL, REST_URL } from './storefront/site.ts';
import type { Site } from './storefront/site.ts';
import { startStorefront } from './storefront/start-storefront.ts';
import type { Storefront } from './storefront/start-storefront.ts';
import { openTestAuthority } from './test-authority.ts';
import type { TestAuthority } from './test-authority.ts';
import type { World } from './world/world.ts';
import { withEvents } from './world/events/store-events.ts';
import type { GeneratedStore } from './world/generated-store.ts';
import { generateRestStores } from './world/generate-rest-stores.ts';
import { generateWorld } from './world/generate-world.ts';

export interface SandboxOptions {
  /** The folder that holds the certificate authority, the ports, the current pass and the events. */
  stateDir: string;
  seed?: number | undefined;
  /** The number of generated dispensaries; default 12, or 0 when captures are given. */
  dispensaries?: number | undefined;
  /** The number of products of a usual generated menu; default 120. */
  products?: number | undefined;
  /** The number of additional stores whose menus have the other format: REST, with offsets and cents; default 0. */
  restDispensaries?: number | undefined;
  /** A folder of captured menus to serve. */
  captures?: string | undefined;
}

/** Everything that a client needs to use the sandbox. The ready line has this content. */
export interface SandboxInfo {
  ready: true;
  storefrontUrl: string;
  graphqlUrl: string;
  menuBaseUrl: string;
  /** The URL of the REST menus. */
  restUrl: string;
  echoUrl: string;
  controlUrl: string;
  caFile: string;
  /** The SHA-256 of the authority's public key, as Chromium's flag takes it: for a browser that does not read `caFile`. */
  caSpkiSha256: string;
  hashes: OperationHashes;
  proxies: ProxyAccess[];
  dispensaries: number;
}

export interface Sandbox {
  info: SandboxInfo;
  /** Remarks for a person, one sentence each. */
  notes: string[];
  close(): Promise<void>;
}

const SEED_USUAL = 1;
const DISPENSARIES_USUAL = 12;
const PRODUCTS_USUAL = 120;
const NO_CAPTURES: Captures = { stores: [], notes: [] };

/** Starts the storefront, its proxies and the control server. Throws before anything listens when the captures are unusable. */
export async function startSandbox(options: SandboxOptions): Promise<Sandbox> {
  const captures = options.captures === undefined ? NO_CAPTURES : await readCaptures(options.captures);
  const recipe = {
    seed: options.seed ?? SEED_USUAL,
    dispensaries: options.dispensaries ?? (options.captures === undefined ? DISPENSARIES_USUAL : 0),
    products: options.products ?? PRODUCTS_USUAL,
    // Left out when there are no REST stores, so that the recipe of a world without them stays as it always was.
    ...(options.restDispensaries ? { restDispensaries: options.restDispensaries } : {}),
  };
  await mkdir(options.stateDir, { recursive: true });
  const state = await readState(options.stateDir, JSON.stringify(recipe));
  const authority = await openTestAuthority(options.stateDir);
  const clock = createSandboxClock(options.stateDir, state);
  const evolving = (store: GeneratedStore) => withEvents(store, clock.events);
  const world = {
    stores: [...generateWorld(recipe).stores.map(evolving), ...captures.stores],
    restStores: generateRestStores({ restDispensaries: 0, ...recipe }).map(evolving),
  };
  const dispensaries = recipe.dispensaries + captures.stores.length;
  const started = await startServers({ world, dispensaries, clock, authority, ports: state.ports });
  await clock.keepPorts(started.ports);
  return { info: started.info, notes: captures.notes, close: started.close };
}

interface ServerParts {
  world: World;
  /** The number of real stores, without test shops. */
  dispensaries: number;
  clock: SandboxClock;
  authority: TestAuthority;
  ports: SandboxPorts;
}

type Closer = () => Promise<void>;

async function startServers({ world, dispensaries, clock, authority, ports }: ServerParts) {
  const site: Site = { world, pass: clock.pass, hashes: clock.hashes };
  const log = createRequestLog();
  const faults = createFaults((request, held) => log.update(request, { held }));
  const lies = createLies(site);
  const gate = createGate();
  const robots = createRobotsFiles();
  const closers: Closer[] = [async () => faults.clear()];
  const close = async () => {
    await Promise.all(closers.map((closer) => closer()));
  };
  try {
    // The storefront needs the proxies to identify connections, and the proxies need the storefront's port. So the storefront starts
    // first.
    let exits: ExitAddresses | null = null;
    const exitOf = (remotePort: number | undefined) => exits?.addressOf(remotePort) ?? null;
    const front = { authority, site, images: createProductImages(), log, faults, lies, gate, robots, exitOf };
    const storefront = await listenOnKeptPort(ports.storefront, (port) =>
      startStorefront({ ...front, port }),
    );
    closers.push(storefront.close);
    exits = createExitAddresses(storefront.port);
    closers.push(exits.closeAll);
    const proxies = await startProxies({ rules: PROXY_RULES, ports, exits, authority, log });
    closers.push(proxies.close);
    const info = describeSandbox({ storefront, proxies, authority, clock, dispensaries });
    const steering = {
      site,
      log,
      faults,
      lies,
      gate,
      robots,
      changeProxy: exits.change,
      evolve: clock.evolve,
      events: clock,
      rotateHashes: clock.rotateHashes,
    };
    const control = await listenOnKeptPort(ports.control, (port) =>
      startControl({ ...steering, port, info: () => ({ ...info, hashes: clock.hashes() }) }),
    );
    closers.push(control.close);
    info.controlUrl = `http://127.0.0.1:${control.port}`;
    return { info, close, ports: { ...proxies.ports, storefront: storefront.port, control: control.port } };
  } catch (error) {
    await close();
    throw error;
  }
}

interface Described {
  storefront: Storefront;
  proxies: Proxies;
  authority: TestAuthority;
  clock: SandboxClock;
  dispensaries: number;
}

// Collects what the control server reports. The control server's own address is filled in after it listens.
function describeSandbox({ storefront, proxies, authority, clock, dispensaries }: Described): SandboxInfo {
  return {
    ready: true,
    storefrontUrl: `https://127.0.0.1:${storefront.port}`,
    graphqlUrl: `${MENU_BASE_URL}/api-3/graphql`,
    menuBaseUrl: MENU_BASE_URL,
    restUrl: REST_URL,
    echoUrl: `https://${ECHO_HOST}/`,
    controlUrl: '',
    caFile: authority.caFile,
    caSpkiSha256: authority.caSpkiSha256,
    hashes: clock.hashes(),
    proxies: proxies.access,
    dispensaries,
  };
}
