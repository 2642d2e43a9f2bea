import nock from 'nock';
import { beforeAll, it } from 'vitest';
import { bodyFaults, echoFaults } from './body-faults.ts';
import { meetWithEveryCommand, named } from './every-command.ts';

// nock would intercept the requests, and these need real sockets.
beforeAll(() => nock.restore());

it.each(named(bodyFaults))('a body that %s', (_, fault) => meetWithEveryCommand(fault));

it.each(named(echoFaults))('a service that sends %s', (_, fault) => meetWithEveryCommand(fault));
