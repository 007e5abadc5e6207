import { onTestFinished } from 'vitest';
import { openServerLink, type ServerLink } from '../../faults/world/server-link.ts';

/** Opens a link to a server on this machine. It is cut when the test ends. */
export async function openLink(address: string): Promise<ServerLink> {
  const link = await openServerLink(address);
  onTestFinished(() => link.cut());
  return link;
}
