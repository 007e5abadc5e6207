import { describe, expect, it } from 'vitest';

const program = new URL('../../../scripts/first-stage.mjs', import.meta.url).href;
const {
  chooseNode,
  decideInstall,
  environmentForNpm,
  exitCodeOf,
  explainOldNode,
  fingerprint,
  pathWithoutPackages,
} = await import(program);

const manifest = JSON.stringify({ scripts: { start: 'x' }, dependencies: { pg: '8.0.0' } });
const packages = {
  '': { dependencies: { pg: '8.0.0' } },
  'node_modules/pg': { version: '8.0.0', integrity: 'sha512-a' },
  'node_modules/@native/other-system': { version: '1.0.0', integrity: 'sha512-b', optional: true },
};
const lock = JSON.stringify({ packages });
const installed = JSON.stringify({ packages: { 'node_modules/pg': packages['node_modules/pg'] } });

describe('the first stage', () => {
  it('installs when nothing is installed', () => {
    expect(decideInstall({ manifest, lock, installed: null, marker: null })).toBe(
      'no packages are installed yet',
    );
  });

  it('leaves an installation alone that npm made by hand, though packages for other systems are absent', () => {
    expect(decideInstall({ manifest, lock, installed, marker: null })).toBeNull();
  });

  it('trusts its marker without reading the lists', () => {
    expect(
      decideInstall({ manifest, lock, installed: '{}', marker: fingerprint(manifest, lock) }),
    ).toBeNull();
  });

  it('does not install again when only a script of package.json has changed', () => {
    const edited = manifest.replace('"x"', '"y"');
    expect(
      decideInstall({ manifest: edited, lock, installed, marker: fingerprint(manifest, lock) }),
    ).toBeNull();
  });

  it('installs when package.json asks for another version than the lock', () => {
    const edited = manifest.replace('8.0.0', '9.0.0');
    expect(decideInstall({ manifest: edited, lock, installed, marker: null })).toBe(
      'package.json has changed',
    );
  });

  it('installs when the lock has another version than what is installed', () => {
    const newer = lock.replace('"version":"8.0.0"', '"version":"8.0.1"');
    expect(decideInstall({ manifest, lock: newer, installed, marker: null })).toBe(
      'package-lock.json has changed',
    );
  });

  it('installs when a package is installed that the lock no longer has', () => {
    const surplus = JSON.stringify({
      packages: { ...JSON.parse(installed).packages, 'node_modules/old': { version: '1.0.0' } },
    });
    expect(decideInstall({ manifest, lock, installed: surplus, marker: null })).toBe(
      'package-lock.json has changed',
    );
  });

  it('explains a Node that is too old in one line, and accepts Node 20', () => {
    expect(explainOldNode('18.20.0')).toMatch(/^Crawlchain needs Node 20 .* this is Node 18\.20\.0\.[^\n]*$/);
    expect(explainOldNode('20.0.0')).toBeNull();
  });

  it('runs the pinned Node, else its own when that is as new, else none', () => {
    const pinned = { path: '/pinned', version: '24.21.0' };
    expect(chooseNode({ pinned, own: { path: '/own', version: '26.0.0' } })).toBe('/pinned');
    expect(chooseNode({ pinned: null, own: { path: '/own', version: '24.0.0' } })).toBe('/own');
    expect(chooseNode({ pinned: null, own: { path: '/own', version: '22.0.0' } })).toBeNull();
  });

  it('keeps npm away from programs that it is about to replace', () => {
    expect(pathWithoutPackages('/a/node_modules/.bin:/usr/bin:/a/node_modules_not/bin')).toBe(
      '/usr/bin:/a/node_modules_not/bin',
    );
  });

  it('exits as a shell does: the code, or 128 and the signal', () => {
    expect(exitCodeOf({ code: 3, signal: null })).toBe(3);
    expect(exitCodeOf({ code: null, signal: 'SIGKILL' })).toBe(137);
  });
});

describe('the environment for npm', () => {
  it('keeps where packages come from, and nothing else that the call set for npm', () => {
    const kept = {
      PATH: '/bin',
      npm_config_registry: 'https://registry.example',
      npm_config_https_proxy: 'http://proxy.example',
      'npm_config_//registry.example/:_authToken': 'a token',
      NPM_CONFIG_USERCONFIG: '/home/ada/.npmrc',
    };
    const left = { npm_config_loglevel: 'silent', npm_config_dry_run: 'true', npm_lifecycle_event: 'start' };
    expect(environmentForNpm({ ...kept, ...left })).toEqual(kept);
  });
});
