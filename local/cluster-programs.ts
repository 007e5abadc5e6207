import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { buildGoModule, builtNames, type GoModule } from './go-module.ts';
import { obtainOnce } from './obtain-once.ts';
import type { ProcessGroup } from './process-group.ts';
import { defaultCacheDir, isExecutable } from './temporal-binary.ts';

/**
 * The server of a real cluster, and the tool that creates its tables. Not named `temporal-*`, to distinguish them from the CLI.
 */
const CLUSTER_MODULE: GoModule<'cluster-server' | 'cluster-sql-tool'> = {
  dir: fileURLToPath(new URL('../temporal-config/cluster/', import.meta.url)),
  title: 'the server of a Temporal cluster',
  versionOf: 'go.temporal.io/server',
  programs: {
    'cluster-server': 'go.temporal.io/server/cmd/server',
    'cluster-sql-tool': 'go.temporal.io/server/cmd/tools/sql',
  },
  otherwise: 'start the containers of docker-compose.yml',
};

/** Paths of the programs for a Temporal cluster. */
export interface ClusterPrograms {
  server: string;
  sqlTool: string;
}

export interface ClusterProgramsOptions {
  env: NodeJS.ProcessEnv;
  /** Runs the build, so that it ends with the group. Default: a group of its own. */
  group?: ProcessGroup | undefined;
  onProgress?: ((line: string) => void) | undefined;
}

/**
 * Finds a cluster's programs in the cache folder, or builds them there from the pinned modules. If several processes call this at
 * once, one builds and the others wait.
 */
export function findClusterPrograms({ env, ...options }: ClusterProgramsOptions): Promise<ClusterPrograms> {
  return obtainOnce(
    { title: CLUSTER_MODULE.title, env, cacheDir: defaultCacheDir(env), ...options },
    () => findBuiltClusterPrograms(env),
    async (context) => named(await buildGoModule(CLUSTER_MODULE, context)),
  );
}

/** Finds the programs of an earlier build; null: at least one is missing. */
export async function findBuiltClusterPrograms(env: NodeJS.ProcessEnv): Promise<ClusterPrograms | null> {
  const names = named(await builtNames(CLUSTER_MODULE));
  const server = join(defaultCacheDir(env), names.server);
  const sqlTool = join(defaultCacheDir(env), names.sqlTool);
  return (await isExecutable(server)) && (await isExecutable(sqlTool)) ? { server, sqlTool } : null;
}

function named(programs: Record<'cluster-server' | 'cluster-sql-tool', string>): ClusterPrograms {
  return { server: programs['cluster-server'], sqlTool: programs['cluster-sql-tool'] };
}
