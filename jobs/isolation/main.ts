import { Socket } from 'node:net';
import { CrawlError } from '../../domain/errors.ts';
import { findJobFaults, formatJobFaults } from '../find-job-faults.ts';
import { jsonSchemaOf } from '../json-schema-of.ts';
import type { JobTypes } from '../load-job-types.ts';
import { readModule } from '../read-module.ts';
import { openChannel, type Offers } from './channel.ts';
import { createChildJob } from './child-job.ts';
import type { AttemptFacts, TypeFacts } from './job-facts.ts';
import { CHANNEL_FD, openMessagePort } from './message-port.ts';

// The process of one attempt of a job: runs the operator's module, and does everything else through its worker. Other processes of
// this program describe the types of a module, and check payloads.

const offers: Offers = {
  /** Describes the types of a module. */
  async describe(path: string): Promise<TypeFacts[]> {
    const types = await readModule(path);
    return types.map((type) => {
      const payloadSchema = jsonSchemaOf(type.payload);
      return copy({ ...type, payload: undefined, run: undefined, payloadSchema }) as TypeFacts;
    });
  },
  /** Checks a payload. */
  check: async (path: string, name: string, payload: unknown) =>
    findJobFaults(await typesOf(path), name, payload),
  /** Runs an attempt. @returns what its type returns */
  async run(path: string, name: string, facts: AttemptFacts): Promise<unknown> {
    const types = await typesOf(path);
    const faults = formatJobFaults(findJobFaults(types, name, facts.payload));
    const type = types.get(name);
    if (faults !== null || type === undefined) throw new CrawlError('InvalidInput', faults ?? name);
    const { job, offers: own } = createChildJob(
      { ...facts, payload: type.payload.parse(facts.payload) },
      channel,
    );
    Object.assign(offers, own);
    const result = await type.run(job);
    return result === undefined ? undefined : copy(result);
  },
};

const stream = new Socket({ fd: CHANNEL_FD, readable: true, writable: true });
const port = openMessagePort(stream, { bytesMax: Infinity, unreadBytesMax: Infinity, onFault: end });
const channel = openChannel(port, { offers, onFault: end });

channel.notify('started');

// A service manager sends it to all processes, but the worker decides when its jobs end.
process.on('SIGTERM', () => undefined);
// Nobody is left to work for.
stream.on('close', () => process.exit());
process.on('uncaughtException', end);

function end(error: unknown): void {
  const text = error instanceof Error ? error.message : String(error);
  channel.notify('uncaught', text);
  stream.end(() => process.exit(1));
}

async function typesOf(path: string): Promise<JobTypes> {
  return new Map((await readModule(path)).map((type) => [type.name, type]));
}

function copy<Value>(value: Value): Value {
  return JSON.parse(JSON.stringify(value)) as Value;
}
