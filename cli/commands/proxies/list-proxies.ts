import type { Command } from 'commander';
import { listProxies as loadList, type ListedProxy, type TargetHealth } from '../../../db/queries/proxies.ts';
import { proxyStateOf } from '../../../domain/proxy-state.ts';
import { toProxy } from '../../../reports/proxy-answer.ts';
import { formatTable } from '../../format-table.ts';
import { withDatabase } from '../../open-database.ts';
import { addressOf } from '../../../domain/proxy-address.ts';

/** Shows every proxy: its state in words, and its health at each target. */
export async function listProxies(options: { json?: boolean }, command: Command): Promise<void> {
  const proxies = await withDatabase(command, ({ db }) => loadList(db));
  if (options.json) {
    process.stdout.write(`${JSON.stringify(proxies.map(toProxy))}\n`);
    return;
  }
  process.stdout.write(
    proxies.length === 0 ? 'There are no proxies.\n' : formatTable(HEADER, proxies.flatMap(rowsOf)),
  );
}

const HEADER = ['id', 'proxy', 'owner', 'country', 'state', 'sessions', 'target', 'health'];

/** A row for each target; the proxy itself stands in the first. */
function rowsOf(proxy: ListedProxy): (string | number)[][] {
  const { id, owner, countryCode, sessions, maxConcurrent, targets } = proxy;
  const own = [
    String(id),
    addressOf(proxy),
    owner ?? '',
    countryCode ?? '',
    stateInWords(proxy),
    `${sessions} of ${maxConcurrent}`,
  ];
  const [first, ...others] = targets.map((target) => [target.target, healthInWords(target)]);
  return [
    [...own, ...(first ?? ['', 'never used'])],
    ...others.map((other) => [...own.map(() => ''), ...other]),
  ];
}

function stateInWords(proxy: ListedProxy): string {
  switch (proxyStateOf(proxy)) {
    case 'active':
      return 'active';
    case 'cooling':
      return `cooling until ${proxy.cooldownUntil?.toISOString().slice(0, 19)}Z`;
    case 'disabled':
      return 'disabled';
  }
}

function healthInWords({ successes, blocked, faults, failuresInRow, responseTimeMs }: TargetHealth): string {
  return [
    `${successes} good`,
    ...(blocked > 0 ? [`${blocked} refused`] : []),
    ...(faults > 0 ? [`${faults} faults`] : []),
    ...(failuresInRow > 0 ? [`${failuresInRow} failed in a row`] : []),
    ...(responseTimeMs === null ? [] : [`${responseTimeMs} ms`]),
  ].join(', ');
}
