import { describe, expect, it } from 'vitest';
import {
  defaultCacheDir,
  DEV_SERVER_MODULE,
  findTemporalBinary,
  isRecent,
  parseServerVersion,
} from '../../../local/temporal-binary.ts';
import { builtNames, isRecentGo } from '../../../local/go-module.ts';
import { summarizeFailure } from '../../../local/temporal-download.ts';

describe('finding the Temporal server', () => {
  it('reads the server’s version out of the command’s words', () => {
    expect(parseServerVersion('temporal version 0.0.0-DEV (Server 1.29.7, UI 2.42.1)')).toEqual([1, 29, 7]);
    expect(parseServerVersion('temporal 3')).toBeNull();
  });

  it('passes over servers before 1.29', () => {
    expect(
      [
        [1, 28, 9],
        [1, 29, 0],
        [1, 31, 2],
        [2, 0, 0],
      ].map(isRecent),
    ).toEqual([false, true, true, true]);
  });

  it('accepts Go from 1.26 on', () => {
    expect(isRecentGo('go version go1.26.8 linux/amd64')).toBe(true);
    expect(isRecentGo('go version go1.25.1 darwin/arm64')).toBe(false);
    expect(isRecentGo('Go is not installed')).toBe(false);
  });

  it('names a build after its pinned modules', async () => {
    const { 'temporal-cli': name } = await builtNames(DEV_SERVER_MODULE);
    expect(name).toMatch(/^temporal-cli-v1\.5\.1-[0-9a-f]{12}-\w+-\w+$/);
  });

  it('says in a few words why a download failed', () => {
    const log =
      '    ^\n\n[Error: Failed to start: error sending request: dns error: failed to look up: Name not known]\n\nNode.js v24';
    expect(summarizeFailure(log)).toBe('Name not known');
  });

  it('names the variable that holds a command which does not run', async () => {
    const finding = findTemporalBinary({ env: { TEMPORAL_CLI_PATH: '/nowhere/temporal' } });
    await expect(finding).rejects.toThrow('TEMPORAL_CLI_PATH names /nowhere/temporal, which does not run');
  });

  it('keeps what it gets where the user keeps caches', () => {
    expect(defaultCacheDir({ XDG_CACHE_HOME: '/caches', HOME: '/home/me' })).toBe('/caches/crawlchain');
    expect(defaultCacheDir({ XDG_CACHE_HOME: '', HOME: '/home/me' })).toBe('/home/me/.cache/crawlchain');
  });
});
