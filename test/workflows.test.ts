import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { expect, it } from 'vitest';

const root = path.join(import.meta.dirname, '..');

const folder = path.join(root, '.github/workflows');

const workflows = readdirSync(folder).map((file) => readFileSync(path.join(folder, file), 'utf8'));

const allText = workflows.join('\n');

it('use only GitHub actions pinned to a commit, and no stored secret', () => {
  const usedActions = [...allText.matchAll(/uses: (.*)/g)].map(([, action = '']) => action);
  expect(usedActions.length).toBeGreaterThan(0);
  for (const action of usedActions)
    expect(action).toMatch(/^actions\/[a-z-]+@[0-9a-f]{40} # v\d+\.\d+\.\d+$|^\.\/\.github\//);
  // One commit for each action.
  const actions = new Set(usedActions.map((action) => action.split('@')[0]));
  expect(new Set(usedActions).size).toBe(actions.size);
  expect(allText).not.toMatch(/secrets\.|NODE_AUTH_TOKEN|NPM_TOKEN/);
});

it('dependabot updates packages and actions', () => {
  const text = readFileSync(path.join(root, '.github/dependabot.yml'), 'utf8');
  const ecosystems = [...text.matchAll(/package-ecosystem: (.*)/g)].map(([, name]) => name);
  expect(ecosystems).toEqual(['npm', 'github-actions']);
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

it('attach the SBOM of the build to the release', () => {
  expect(allText).toContain('cp dist/dotaf.cdx.json release\n');
  expect(allText).toContain('sbom-path: release/dotaf.cdx.json\n');
});

it('compare the tarball of a release with two more builds, and change nothing in it', () => {
  expect(allText).toContain(
    'npm run --silent verify:reproducible | (cd release && sha256sum --check)',
  );
  expect(allText).not.toMatch(/npm pkg set|npm version/);
});

it('take a first look on macOS and Windows', () => {
  expect(allText).toContain('system: [macos-latest, windows-latest]');
  expect(allText).toContain('- run: npm ci && npm start\n');
});
