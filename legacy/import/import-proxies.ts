import { sql } from 'kysely';
import type { Proxy } from '../../domain/identity.ts';
import { isSealed } from '../../db/seal-text.ts';
import { countOf, flagOf, textOf, timeOf, type LegacyRow } from './legacy-row.ts';
import { refused, type ImportStep, type ImportTools, type Verdict } from './import-step.ts';

/**
 * Imports proxies with their counters, and seals their passwords. Their last errors are left out: they may quote the passwords.
 */
export const proxies: ImportStep = { table: 'proxies', batchSize: 500, judge: judgeProxies };

type Endpoint = Omit<Proxy, 'password'>;

async function judgeProxies(tools: ImportTools, rows: LegacyRow[]): Promise<Verdict[]> {
  const read = rows.map(readEndpoint);
  const known = await findKnown(
    tools,
    read.filter((endpoint) => typeof endpoint !== 'string'),
  );
  const verdicts: Verdict[] = [];
  for (const [at, row] of rows.entries()) {
    const endpoint = read[at] as Endpoint | string;
    verdicts.push(
      typeof endpoint === 'string'
        ? refused(row.id, endpoint)
        : (compare(endpoint, known) ?? (await newProxy(tools, row, endpoint))),
    );
  }
  return verdicts;
}

function compare(endpoint: Endpoint, known: Endpoint[]): Verdict | null {
  const { id } = endpoint;
  const sameId = known.find((one) => one.id === id);
  if (sameId !== undefined) {
    return isSame(sameId, endpoint)
      ? { id, is: 'present' }
      : refused(id, `the id belongs to another proxy here: ${sameId.host}:${sameId.port}`);
  }
  const sameKey = known.find((one) => isSame(one, endpoint));
  return sameKey === undefined ? null : refused(id, `the proxy is already here as ${sameKey.id}`);
}

function isSame(one: Endpoint, other: Endpoint): boolean {
  return (
    one.protocol === other.protocol &&
    one.host === other.host &&
    one.port === other.port &&
    one.username === other.username
  );
}

async function findKnown({ db }: ImportTools, endpoints: Endpoint[]): Promise<Endpoint[]> {
  const { rows } = await sql<Endpoint>`
    select id, protocol, host, port, username from proxies
    where id = any(${endpoints.map(({ id }) => id)}::bigint[]) or host = any(${endpoints.map(({ host }) => host)})
  `.execute(db);
  return rows;
}

const PROTOCOLS = ['http', 'https', 'socks5'] as const;

function readEndpoint(row: LegacyRow): Endpoint | string {
  const name = (textOf(row, 'protocol') ?? 'http').toLowerCase().replace('socks5h', 'socks5');
  const protocol = PROTOCOLS.find((one) => one === name);
  if (protocol === undefined)
    return `its protocol ${JSON.stringify(name)} is none of ${PROTOCOLS.join(', ')}`;
  const host = textOf(row, 'host')?.toLowerCase();
  if (host === undefined) return 'it has no host';
  const port = countOf(row, 'port') ?? 0;
  if (port < 1 || port > 65_535) return 'its port is not from 1 to 65535';
  return { id: row.id, protocol, host, port, username: textOf(row, 'username') };
}

async function newProxy(tools: ImportTools, row: LegacyRow, endpoint: Endpoint): Promise<Verdict> {
  const { id } = endpoint;
  const plain = typeof row['password'] === 'string' && row['password'] !== '' ? row['password'] : null;
  if (plain !== null && isSealed(plain))
    return refused(id, 'its password is sealed with a key that is not ours');
  const country = textOf(row, 'country_code')?.toUpperCase() ?? '';
  return {
    id,
    is: 'new',
    values: {
      ...endpoint,
      password: plain === null || tools.isDryRun ? null : (await tools.openSeal()).seal(endpoint, plain),
      owner: textOf(row, 'owner', 'provider'),
      country_code: /^[A-Z]{2}$/.test(country) ? country : null,
      max_concurrent: Math.max(1, countOf(row, 'max_concurrent', 'max_connections') ?? 10),
      is_active: flagOf(row, 'is_active', 'active') ?? true,
      last_used_at: timeOf(row, 'last_used_at'),
      failure_count: countOf(row, 'failure_count') ?? 0,
      success_count: countOf(row, 'success_count') ?? 0,
      avg_response_time_ms: countOf(row, 'avg_response_time_ms', 'response_time_ms'),
      last_failure_at: timeOf(row, 'last_failure_at'),
      created_at: timeOf(row, 'created_at') ?? new Date().toISOString(),
      consecutive_failures: 0,
      consecutive_403_count: 0,
      consecutive_faults: 0,
      cooldowns: 0,
      fresh_start_event_id: 0,
    },
  };
}
