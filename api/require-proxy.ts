import type { Db } from '../db/connect.ts';
import { listProxies, type ListedProxy } from '../db/queries/proxies.ts';
import { Problem } from './problem.ts';

/** Finds a proxy with its health. @throws Problem `not-found` */
export async function requireProxy(db: Db, id: number): Promise<ListedProxy> {
  const [proxy] = await listProxies(db, { ids: [id] });
  if (proxy === undefined) throw new Problem('not-found', `There is no proxy ${id}.`);
  return proxy;
}
