import { join, resolve } from 'node:path';
import type { ManagedProcess } from './managed-process.ts';
import { PORTS_BLOCKED_IN_BROWSERS } from './ports.ts';
import type { PreferredPorts } from './ports.ts';
import type { ProcessGroup } from './process-group.ts';
import type { Ports } from './server-process.ts';
import { environmentWithoutTemporal, startTemporalServer } from './temporal-server.ts';
import { openWebUiDoor } from './web-ui-door.ts';

const READY_TIMEOUT_MS = 60_000;

export interface TemporalDevServerOptions {
  binaryPath: string;
  /** Contains the database file and the log. Null keeps everything in memory, for tests. */
  dataDir: string | null;
  group: ProcessGroup;
  /** Created at the start; `default` always exists. */
  namespaces: readonly string[];
  /** From name to type, such as `Role: 'Keyword'`. Registered in every namespace. */
  searchAttributes: Readonly<Record<string, string>>;
  /** From key to value, in the terms of the server's dynamic configuration. */
  dynamicConfig: Readonly<Record<string, unknown>>;
  /** Used if it is free. */
  preferredPort?: PreferredPorts | undefined;
  /** Gives it a Web UI behind a guard proxy, at the preferred port if that is free. */
  webUi?: { preferredPort?: PreferredPorts | undefined } | undefined;
  /** The log file; default: below `dataDir`, or in the system's temporary folder. */
  logFile?: string | undefined;
  onProgress?: ((line: string) => void) | undefined;
}

export interface TemporalDevServer {
  /** host:port of the frontend. */
  address: string;
  /** The URL of the guard proxy; null: no Web UI. */
  webUiUrl: string | null;
  /** The server's Prometheus metrics. */
  metricsUrl: string;
  process: ManagedProcess;
  stop(): Promise<void>;
}

/**
 * Runs a Temporal development server on 127.0.0.1. Resolves when every namespace can be used and has its search attributes. A
 * crashed server is restarted at the same ports, a few times at most.
 */
export async function startTemporalDevServer(options: TemporalDevServerOptions): Promise<TemporalDevServer> {
  const { binaryPath, namespaces, searchAttributes, preferredPort, webUi } = options;
  const door = webUi
    ? await openWebUiDoor({ namespace: namespaces[0] ?? 'default', preferredPort: webUi.preferredPort })
    : null;
  try {
    const server = await startTemporalServer(
      {
        command: binaryPath,
        ports: {
          frontend: { preferred: preferredPort },
          ui: webUi ? { among: PORTS_BLOCKED_IN_BROWSERS } : {},
          http: {},
          metrics: {},
        },
        argumentsAt: (ports) => serverArguments(ports, options),
        environmentAt: environmentWithoutTemporal,
        webUiUrl: door?.url,
      },
      { ...options, expects: { namespaces, searchAttributes, timeoutMs: READY_TIMEOUT_MS } },
    );
    const { address, process, ports } = server;
    door?.setUpstreamPort(ports.ui);
    void process.exited.then(() => door?.close());
    return {
      address,
      webUiUrl: door?.url ?? null,
      metricsUrl: `http://127.0.0.1:${ports.metrics}/metrics`,
      process,
      async stop() {
        await server.stop();
        await door?.close();
      },
    };
  } catch (error) {
    await door?.close();
    throw error;
  }
}

function serverArguments(
  ports: Ports<'frontend' | 'ui' | 'http' | 'metrics'>,
  options: TemporalDevServerOptions,
): string[] {
  const settings: [name: string, value: string][] = [
    ['ip', '127.0.0.1'],
    ['port', String(ports.frontend)],
    ['http-port', String(ports.http)],
    ['metrics-port', String(ports.metrics)],
    ['log-level', 'warn'],
    ['color', 'never'],
  ];
  if (options.dataDir !== null) {
    settings.push(['db-filename', join(resolve(options.dataDir), 'temporal.db')]);
    // By default, SQLite creates, flushes and deletes a journal file for each of the hundred commits of a chain: half of the
    // server's time. A write-ahead log is flushed once per commit, and is as safe in a power failure.
    settings.push(['sqlite-pragma', 'journal_mode=wal']);
  }
  for (const name of options.namespaces) if (name !== 'default') settings.push(['namespace', name]);
  for (const [key, value] of Object.entries(options.dynamicConfig)) {
    settings.push(['dynamic-config-value', `${key}=${JSON.stringify(value)}`]);
  }
  if (options.webUi) settings.push(['ui-port', String(ports.ui)]);
  const switches = options.webUi ? [] : ['--headless'];
  return ['server', 'start-dev', ...switches, ...settings.flatMap(([name, value]) => [`--${name}`, value])];
}
