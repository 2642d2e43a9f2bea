import nock from 'nock';
import { beforeAll, it } from 'vitest';
import { meetInJson, meetWithEveryCommand, named } from './every-command.ts';
import { statusFaults, waitFaults } from './status-faults.ts';

// nock would intercept the requests, and these need real sockets.
beforeAll(() => nock.restore());

it.each(named(statusFaults))('an answer of %s', (_, fault) => meetWithEveryCommand(fault));

it.each(named(waitFaults))('a limit with %s', (_, fault) =>
  meetInJson(['check', 'kabul.af'], fault),
);
