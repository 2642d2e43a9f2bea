import nock from 'nock';
import { beforeAll, it } from 'vitest';
import { connectionFaults } from './connection-faults.ts';
import { runEveryCommandWithFault, toTestCases } from './run-with-fault.ts';

// Restore the real sockets: nock would intercept the requests.
beforeAll(() => nock.restore());

it.each(toTestCases(connectionFaults))('every command survives a service that %s', (_, fault) =>
  runEveryCommandWithFault(fault),
);
