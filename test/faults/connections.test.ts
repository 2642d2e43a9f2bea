import nock from 'nock';
import { beforeAll, it } from 'vitest';
import { connectionFaults } from './connection-faults.ts';
import { meetWithEveryCommand, named } from './every-command.ts';

// nock would intercept the requests, and these need real sockets.
beforeAll(() => nock.restore());

it.each(named(connectionFaults))('a service that %s', (_, fault) => meetWithEveryCommand(fault));
