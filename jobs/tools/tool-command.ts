import { fileURLToPath } from 'node:url';
import { findCommandFault, NEW_NAMESPACES, type Isolation } from '../isolation/sandbox.ts';
import { openSockets } from './open-sockets.ts';

const ENTER = fileURLToPath(new URL('enter-namespaces.sh', import.meta.url));

const DOOR = fileURLToPath(new URL('main.ts', import.meta.url));

/** The proxy's port in the network of a tool, in which there is nothing else. */
const DOOR_PORT = 3128;

interface ToolPlace {
  /** The one folder that the tool can write to. */
  folder: string;
  /** Absolute paths of data and keys. */
  hidden: readonly string[];
}

/** The only way out of the network of a tool. */
export interface ToolDoor {
  /** What a tool takes as the address of its proxy, in the network of its own. */
  address: string;
  /** Returns the command that starts the program behind the door. @param socket the path at which the proxy listens */
  command: (program: string[], socket: string) => string[];
}

/** Describes the namespaces of a tool. */
export function toolDoor({ folder, hidden }: ToolPlace): ToolDoor {
  return {
    address: `127.0.0.1:${DOOR_PORT}`,
    command: (program, socket) =>
      inNamespaces({ folder, hidden }, [process.execPath, DOOR, socket, String(DOOR_PORT), ...program]),
  };
}

function inNamespaces({ folder, hidden }: ToolPlace, command: string[]): string[] {
  // Programs such as Docker and PostgreSQL trust whoever can open their socket. A network of its own does not keep a tool from it.
  return [...NEW_NAMESPACES, 'sh', ENTER, folder, ...hidden, ...openSockets(folder), '--', ...command];
}

/** Returns why this machine cannot keep tools from its network; null if it can. */
export async function findToolFault(isolation: Isolation, place: ToolPlace): Promise<string | null> {
  return isolation === 'full' ? findCommandFault(inNamespaces(place, ['true'])) : null;
}
