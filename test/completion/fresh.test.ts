import { readFileSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { describe, expect, it } from 'vitest';
import { scripts, shells } from '../../src/completion/scripts.ts';

const files = {
  bash: 'dotaf.bash',
  zsh: '_dotaf',
  fish: 'dotaf.fish',
  powershell: 'dotaf.ps1',
};

describe('the scripts in completions/', () => {
  it.each(shells)('equal what dotaf completion %s prints', (shell) => {
    const path = fileURLToPath(new URL(`../../completions/${files[shell]}`, import.meta.url));
    const script = scripts[shell];
    if (process.env.UPDATE_COMPLETIONS === '1') writeFileSync(path, script);
    expect(
      readFileSync(path, 'utf8') === script,
      `completions/${files[shell]} is out of date: npm run completions refreshes it`,
    ).toBe(true);
  });
});
