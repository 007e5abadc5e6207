import { Client as PostgresClient } from 'pg';
import { fetchThroughProxy } from './fetch-through-proxy.ts';
import { FIRST_PROXY, statements, type Lie } from './lie.ts';

/** Things that ended processes may leave behind. */
export const LEFTOVERS: Lie[] = [
  {
    name: 'a proxy is leased',
    plant: statements(
      `insert into proxy_leases select gen_random_uuid(), ${FIRST_PROXY}, 'planted', now() + interval '90 seconds'`,
      `delete from proxy_leases where target = 'planted'`,
    ),
    says: [/^leftovers: the lease .* of proxy \d+ was not given back: expected given back, found held until/],
  },
  {
    name: 'a turn was not given back, and has run out since',
    plant: statements(
      `insert into pace_turns (target, sent_at, expires_at) values ('planted', now(), now() - interval '90 seconds')`,
      `delete from pace_turns where target = 'planted'`,
    ),
    says: [/^leftovers: the turn \d+ at planted was not given back/],
  },
  {
    name: 'a connection is open',
    async plant({ databaseUrl }) {
      const client = new PostgresClient({ connectionString: databaseUrl, application_name: 'planted' });
      await client.connect();
      return () => client.end();
    },
    says: [
      /^leftovers: a connection to the database is open: planted: expected none, found session \d+, idle$/,
    ],
  },
  {
    name: 'a request to the storefront has no end',
    async plant(world) {
      await world.control('POST', '/control/faults', { rules: [{ match: {}, action: { type: 'hold' } }] });
      const answer = fetchThroughProxy(world);
      await world.control('GET', '/control/wait?held=1');
      return async () => {
        await world.control('DELETE', '/control/faults');
        await answer;
      };
    },
    says: [/^leftovers: request \d+ to the storefront, \/, has no end: expected ended, found under way$/],
  },
];
