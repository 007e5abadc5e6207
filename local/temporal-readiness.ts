import { Connection, isGrpcServiceError, type ConnectionOptions } from '@temporalio/client';
import { setTimeout as sleep } from 'node:timers/promises';

const POLL_MS = 100;
const CALL_TIMEOUT_MS = 5_000;

/** The server's numbers for the types of search attributes. */
const INDEXED_VALUE_TYPES: Readonly<Record<string, 1 | 2 | 3 | 4 | 5 | 6 | 7>> = {
  Text: 1,
  Keyword: 2,
  Int: 3,
  Double: 4,
  Bool: 5,
  Datetime: 6,
  KeywordList: 7,
};

/** The gRPC status of something that does not exist. */
const NOT_FOUND = 5;

export interface TemporalExpectations {
  address: string;
  /** The credentials for the frontend; default: none. */
  credentials?: Pick<ConnectionOptions, 'tls' | 'apiKey'> | undefined;
  namespaces: readonly string[];
  /** The retention of closed workflows with which a missing namespace is created. Default: wait until the namespace exists. */
  retentionDays?: number | undefined;
  /** From name to type, such as `Role: 'Keyword'`: every namespace must have them. */
  searchAttributes: Readonly<Record<string, string>>;
  timeoutMs: number;
  /** Stops the waiting, for example because the server has ended. */
  signal: AbortSignal;
}

/** Throws if a search attribute has a type that the server does not support. */
export function checkSearchAttributes(searchAttributes: Readonly<Record<string, string>>): void {
  for (const [name, type] of Object.entries(searchAttributes)) {
    if (type in INDEXED_VALUE_TYPES) continue;
    const known = Object.keys(INDEXED_VALUE_TYPES).join(', ');
    throw new Error(`Search attribute ${name} has the type ${type}; the server knows ${known}.`);
  }
}

/**
 * Resolves when the frontend serves every namespace: it describes the namespace, knows its search attributes, and lists its
 * workflows. A first answer is not enough, because caches and visibility follow a moment later.
 *
 * Registers missing search attributes, since the server's own flag works only for a new database.
 */
export async function waitUntilTemporalServes(expected: TemporalExpectations): Promise<void> {
  const deadlineMs = Date.now() + expected.timeoutMs;
  const connection = Connection.lazy({
    address: expected.address,
    ...expected.credentials,
    // By default, a refused connection is retried after a second, which is most of a warm start.
    channelArgs: { 'grpc.initial_reconnect_backoff_ms': POLL_MS, 'grpc.max_reconnect_backoff_ms': POLL_MS },
  });
  try {
    let missing: unknown;
    while (Date.now() < deadlineMs) {
      expected.signal.throwIfAborted();
      try {
        for (const namespace of expected.namespaces) await prepareNamespace(connection, namespace, expected);
        return;
      } catch (error) {
        missing = error;
      }
      await sleep(POLL_MS);
    }
    throw new Error(`Temporal did not serve its namespaces within ${expected.timeoutMs / 1000} s.`, {
      cause: missing,
    });
  } finally {
    await connection.close();
  }
}

async function prepareNamespace(
  connection: Connection,
  namespace: string,
  { searchAttributes, retentionDays }: TemporalExpectations,
): Promise<void> {
  await connection.withDeadline(Date.now() + CALL_TIMEOUT_MS, async () => {
    await describeOrMake(connection, { namespace, retentionDays });
    const { customAttributes } = await connection.operatorService.listSearchAttributes({ namespace });
    const absent = Object.entries(searchAttributes).filter(([name]) => !(name in customAttributes));
    if (absent.length > 0) {
      const numbered = absent.map(([name, type]) => [name, INDEXED_VALUE_TYPES[type]!] as const);
      await connection.operatorService.addSearchAttributes({
        namespace,
        searchAttributes: Object.fromEntries(numbered),
      });
    }
    const query = Object.keys(searchAttributes)
      .map((name) => `${name} IS NULL`)
      .join(' AND ');
    await connection.workflowService.listWorkflowExecutions({ namespace, query, pageSize: 1 });
  });
}

async function describeOrMake(
  { workflowService }: Connection,
  { namespace, retentionDays }: { namespace: string; retentionDays: number | undefined },
): Promise<void> {
  try {
    await workflowService.describeNamespace({ namespace });
  } catch (error) {
    const status: number | null = isGrpcServiceError(error) ? error.code : null;
    if (status !== NOT_FOUND || retentionDays === undefined) throw error;
    // Protobuf accepts a number, although the SDK's types do not.
    const seconds = (retentionDays * 86_400) as never;
    await workflowService.registerNamespace({
      namespace,
      workflowExecutionRetentionPeriod: { seconds },
    });
  }
}
