import pLimit from 'p-limit';
import type { Command } from 'commander';
import { allowedPrivateHosts } from '../../../config/address-settings.ts';
import { loadProxies } from '../../../db/queries/proxies.ts';
import type { Proxy } from '../../../domain/identity.ts';
import { createProbeTools, probeProxy, type ProbeResult } from '../../../egress/probe-proxy.ts';
import { CommandRefused } from '../../command-refused.ts';
import { formatTable } from '../../format-table.ts';
import { openPasswords, withDatabase, type CommandTools } from '../../open-database.ts';
import { addressOf } from '../../../domain/proxy-address.ts';

const TESTS_AT_ONCE = 10;

interface Tested {
  proxy: Proxy;
  result: ProbeResult;
}

/**
 * Asks the address echo through each proxy, as a crawl does. It changes no proxy.
 * @param ids none: all proxies
 * @returns whether all of them work
 */
export async function testProxies(
  ids: number[],
  options: { json?: boolean },
  command: Command,
): Promise<boolean> {
  const tested = await withDatabase(command, (tools) => testAll(tools, ids));
  process.stdout.write(options.json ? `${JSON.stringify(tested.map(toJson))}\n` : toText(tested));
  return tested.every(({ result }) => result.isGood);
}

async function testAll(tools: CommandTools, ids: number[]): Promise<Tested[]> {
  const proxies = await loadProxies(tools.db, await openPasswords(tools), ids.length === 0 ? null : ids);
  const unknown = ids.filter((id) => !proxies.some((proxy) => proxy.id === id));
  if (unknown.length > 0)
    throw new CommandRefused(
      `There is no proxy ${unknown.join(', ')}. \`crawlchain proxies list\` shows the ids.`,
    );
  const limit = pLimit(TESTS_AT_ONCE);
  const probing = createProbeTools({
    allowedPrivateHosts: allowedPrivateHosts(tools.environment),
    exitAddressUrl: tools.environment.EXIT_ADDRESS_URL,
  });
  return Promise.all(
    proxies.map((proxy) => limit(async () => ({ proxy, result: await probeProxy(probing, proxy) }))),
  );
}

function toJson({ proxy, result }: Tested): object {
  const common = { id: proxy.id, proxy: addressOf(proxy) };
  return result.isGood
    ? {
        ...common,
        is_good: true,
        exit_address: result.exitAddress,
        duration_ms: result.durationMs,
        error: null,
      }
    : { ...common, is_good: false, exit_address: null, duration_ms: null, error: result.error };
}

function toText(tested: Tested[]): string {
  if (tested.length === 0) return 'There are no proxies.\n';
  const rows = tested.map(({ proxy, result }) => [
    String(proxy.id),
    addressOf(proxy),
    result.isGood ? `good: leaves as ${result.exitAddress}, ${result.durationMs} ms` : result.error,
  ]);
  return formatTable(['id', 'proxy', 'result'], rows);
}
