import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { findTemporalBinary } from '../../local/temporal-binary.ts';
import type { TestNamespace } from './test-namespace.ts';

/**
 * Runs the `temporal` command in a namespace, as people do.
 * @param text words without spaces, separated by spaces
 * @param more words that contain spaces
 * @throws an error with the output if the command fails
 */
export async function runTemporal(
  { address, namespace }: Pick<TestNamespace, 'address' | 'namespace'>,
  text: string,
  more: string[] = [],
): Promise<void> {
  const { path } = await findTemporalBinary({ env: process.env });
  const place = ['--address', address, '--namespace', namespace];
  await promisify(execFile)(path, [...text.split(' '), ...more, ...place]);
}
