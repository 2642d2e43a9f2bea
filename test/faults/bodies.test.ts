import { it } from 'vitest';
import { bodyFaults, echoFaults } from './body-faults.ts';
import { runEveryCommandWithFault, toTestCases } from './run-with-fault.ts';

it.each(toTestCases(bodyFaults))('every command survives a body that %s', (_, fault) =>
  runEveryCommandWithFault(fault),
);

it.each(toTestCases(echoFaults))('no command prints a secret echoed in %s', (_, fault) =>
  runEveryCommandWithFault(fault),
);
