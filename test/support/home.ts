import { mkdtempSync, readFileSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import path from 'node:path';

export type EnvVars = Record<string, string>;

export function createTempFolder(): string {
  return mkdtempSync(path.join(tmpdir(), 'dotaf-test-'));
}

/** Excludes the variables of the test runner. */
export function createEnv(variables: EnvVars = {}): EnvVars {
  return { PATH: process.env.PATH ?? '', DOTAF_HOME: createTempFolder(), ...variables };
}

/** Creates a home whose config is this object or text. */
export function createHome(config?: object | string): { DOTAF_HOME: string } {
  const folder = createTempFolder();
  if (config !== undefined) {
    const text = typeof config === 'string' ? config : JSON.stringify(config);
    writeFileSync(path.join(folder, 'config.json'), text, { mode: 0o600 });
  }
  return { DOTAF_HOME: folder };
}

export function readConfigText({ DOTAF_HOME }: { DOTAF_HOME: string }): string {
  return readFileSync(path.join(DOTAF_HOME, 'config.json'), 'utf8');
}

export function readConfig(home: { DOTAF_HOME: string }) {
  return JSON.parse(readConfigText(home));
}
