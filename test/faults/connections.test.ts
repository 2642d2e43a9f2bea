import { it } from 'vitest';
import { connectionFaults } from './connection-faults.ts';
import { runEveryCommandWithFault, toTestCases } from './run-with-fault.ts';

it.each(toTestCases(connectionFaults))('every command survives a service that %s', (_, fault) =>
  runEveryCommandWithFault(fault),
);
