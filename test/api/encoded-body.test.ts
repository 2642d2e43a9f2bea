import { expect, it } from 'vitest';
import { credentials } from '../support/fixtures.ts';
import { serve } from '../support/loopback-server.ts';
import { dotaf } from '../support/session.ts';

it('does not repeat an unknown encoding, which may hold anything', async () => {
  const env = await serve((_, response) => {
    response.writeHead(200, { 'content-encoding': credentials.DOTAF_SECRET }).end('{}');
  });
  expect(await dotaf(['balance', '-v'], { env })).toMatchObject({
    stdout: '',
    stderr: expect.stringContaining('sent an encoded body, which was not asked for'),
    code: 8,
  });
});
