import { it } from 'vitest';
import { runEveryCommandWithFault, runJsonWithFault, toTestCases } from './run-with-fault.ts';
import { statusFaults, waitFaults } from './status-faults.ts';

it.each(toTestCases(statusFaults))('every command survives a response of %s', (_, fault) =>
  runEveryCommandWithFault(fault),
);

it.each(toTestCases(waitFaults))('check survives a rate limit of %s', (_, fault) =>
  runJsonWithFault(['check', 'kabul.af'], fault),
);
