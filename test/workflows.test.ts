import { spawnSync } from 'node:child_process';
import { readdirSync, readFileSync, writeFileSync } from 'node:fs';
import path from 'node:path';
import { describe, expect, it } from 'vitest';
import { createTempFolder } from './support/home.ts';

const root = path.join(import.meta.dirname, '..');

const folder = path.join(root, '.github/workflows');

const workflows = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));

const allText = workflows.join('\n');

const release = readFileSync(path.join(folder, 'release.yml'), 'utf8');

it('use only GitHub actions pinned to a commit, and no stored secret', () => {
  const usedActions = [...allText.matchAll(/uses: (.*)/g)].map(([, action = '']) => action);
  expect(usedActions.length).toBeGreaterThan(0);
  for (const action of usedActions)
    expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$|^\.\/\.github\//);
  const actions = new Set(usedActions.map((action) => action.split('@')[0]));
  expect(new Set(usedActions).size).toBe(actions.size);
  expect(allText).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
});

it('stage a release, without changing the package, and publish only what a person approves', () => {
  expect(release).toContain('npm stage publish ./dotaf-*.tgz');
  expect(release).not.toMatch(/npm publish|npm pkg set|npm version/);
  const jobs = [...release.matchAll(/^ {2}(\w+):\n(?: {4}needs: (\w+)\n)?/gm)];
  expect(jobs.slice(-6).map(([, job, before]) => [job, before])).toEqual([
    ['check', undefined],
    ['test', 'check'],
    ['build', 'test'],
    ['stage', 'build'],
    ['try', 'stage'],
    ['release', 'try'],
  ]);
});

it('run no scripts of packages, and only one version of npm that can publish', () => {
  const installs = [...allText.matchAll(/npm (?:ci|install) [^&\n]*/g)].map(([line]) => line);
  const ofPackages = installs.filter((line) => !line.includes('"dotaf@'));
  expect(ofPackages.length).toBeGreaterThan(0);
  for (const line of ofPackages) expect(line).toContain('--ignore-scripts');
  expect(release).toMatch(/npm install --global --ignore-scripts npm@\d+\.\d+\.\d+\n/);
});

describe('a release', () => {
  const home = 'https://git.example/owner/dotaf';

  it('fails early until package.json names the repository of the workflow', () => {
    const noHome = `set repository.url to git+${home}.git`;
    const noPages = 'set homepage and bugs';
    expect(checkRelease({})).toEqual({
      status: 1,
      stdout: [noHome, noPages]
        .map((part) => `::error::package.json has no home yet: ${part}\n`)
        .join(''),
    });
    const repository = { type: 'git', url: 'git+https://git.example/another/dotaf.git' };
    expect(checkRelease({ repository, homepage: home, bugs: home })).toEqual({
      status: 1,
      stdout: `::error::package.json has no home yet: ${noHome}\n`,
    });
  });

  it('fails early if its tag is not the version of the package', () => {
    const repository = { type: 'git', url: `git+${home}.git` };
    const complete = { repository, homepage: home, bugs: { url: home } };
    expect(checkRelease({ ...complete, version: '1.2.4' })).toEqual({
      status: 1,
      stdout: '::error::the tag is v1.2.3, but package.json has version 1.2.4\n',
    });
    expect(checkRelease(complete)).toEqual({ status: 0, stdout: '' });
  });

  function checkRelease(settings: object) {
    const folder = createTempFolder();
    const text = JSON.stringify({ name: 'dotaf', version: '1.2.3', ...settings });
    writeFileSync(path.join(folder, 'package.json'), text);
    const env = {
      GITHUB_SERVER_URL: 'https://git.example',
      GITHUB_REPOSITORY: 'owner/dotaf',
      GITHUB_REF_NAME: 'v1.2.3',
    };
    const script = path.join(root, 'bin/check-release.mjs');
    const options = { cwd: folder, env, encoding: 'utf8' } as const;
    const { status, stdout } = spawnSync(process.execPath, [script], options);
    return { status, stdout };
  }
});

it('test every Node version of test/node-versions.mjs', () => {
  const nodes = readFileSync(path.join(root, 'test/node-versions.mjs'), 'utf8');
  const lines = [...nodes.matchAll(/'(\d+)\.\d+\.\d+'/g)].map(([, line]) => line);
  expect(allText).toContain(`node: [${lines.join(', ')}]`);
});

it('run scripts that exist', () => {
  const { scripts } = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'));
  const run = [...allText.matchAll(/npm run (?:--silent )?([\w:]+)/g)].map(([, name]) => name);
  expect(run.length).toBeGreaterThan(0);
  expect(Object.keys(scripts)).toEqual(expect.arrayContaining(run));
});
