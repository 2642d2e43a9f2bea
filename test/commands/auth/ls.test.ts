import { expect, it } from 'vitest';
import { baseUrl, shop, wholesale } from '../../support/fixtures.ts';
import { homeWith } from '../../support/home.ts';
import { dotaf } from '../../support/session.ts';

it('lists the profiles', async () => {
  const env = homeWith({ profiles: [shop, wholesale, { name: 'bare' }], active: 'wholesale' });
  expect(await dotaf(['auth', 'ls'], { env })).toEqual({
    stdout: [
      'PROFILE    ACTIVE  BASE URL                             KEY         SECRET',
      'shop               https://api.reseller.example/api/v1  key_****op  stored',
      'wholesale  yes     https://api.reseller.example/api/v1  key_****le  command',
      'bare               -                                    -           -',
      '',
    ].join('\n'),
    stderr: '',
    code: 0,
  });
});

it('answers as one JSON array', async () => {
  const env = homeWith({ profiles: [shop, { name: 'bare' }] });
  const { stdout, stderr, code } = await dotaf(['auth', 'ls', '--json'], { env });
  expect({ stderr, code }).toEqual({ stderr: '', code: 0 });
  expect(JSON.parse(stdout)).toEqual([
    { profile: 'shop', active: false, base_url: baseUrl, key: 'key_****op', secret: 'stored' },
    { profile: 'bare', active: false, base_url: null, key: null, secret: null },
  ]);
});

it('cannot be made to move the cursor by a name', async () => {
  const env = homeWith({ profiles: [{ name: 'a\u001b[2Jb\nc' }] });
  const { stdout } = await dotaf(['auth', 'ls'], { env });
  expect(stdout).toContain('a\\u001b[2Jb\\u000ac');
});

it.each([
  'https://me:hunter2@api.reseller.example',
  'https://hunter2@api.reseller.example/v2',
  'https:\\\\me:hunter2@api.reseller.example',
  'https://api.reseller.example?key=hunter2',
  'https://api.reseller.example/#hunter2',
])('never shows what cannot be a base URL, such as %s', async (base_url) => {
  const env = homeWith({ profiles: [{ ...shop, base_url }] });
  const { stdout } = await dotaf(['auth', 'ls', '--json'], { env });
  expect(JSON.parse(stdout)).toMatchObject([{ base_url: '****' }]);
  for (const argv of [['ls'], ['ls', '--csv'], ['status', '--profile', 'shop']]) {
    const session = await dotaf(['auth', ...argv, '-v'], { env });
    expect(session.stdout + session.stderr).not.toMatch(/hunter2/);
  }
});
