import { expect, it } from 'vitest';
import { CliError } from '../../src/errors.ts';
import { BrokenPipeError, OutputWriter } from '../../src/output/output.ts';
import { createNodeSystem } from '../../src/system/node-system.ts';
import type { TextSink } from '../../src/system/system.ts';
import { createRecordingSink } from '../support/run-cli.ts';

function createHeldOutput(stdoutError?: Error) {
  const [stdout, stderr] = [createRecordingSink(false, 80), createRecordingSink(false, 80)];
  const write: TextSink['write'] = stdoutError
    ? () => Promise.reject(stdoutError)
    : stdout.sink.write;
  const system = {
    ...createNodeSystem('dist'),
    stdout: { ...stdout.sink, write },
    stderr: stderr.sink,
  };
  const options = { isQuiet: false, isVerbose: false, isJson: false, isHeld: true };
  const output = new OutputWriter(system, { ...options, color: () => 'never' });
  return { output, printed: () => stdout.text() + stderr.text() };
}

it('prints the answer, then notes and warnings in their order', async () => {
  const { output, printed } = createHeldOutput();
  await output.note('first');
  await output.writeAnswer('answer\n');
  await output.warn('second');
  expect(printed()).toBe('');
  await output.finish(0);
  expect(printed()).toBe('answer\nnote: first\nwarning: second\n');
  await output.note('third');
  expect(printed()).toBe('answer\nnote: first\nwarning: second\nnote: third\n');
});

it('prints what came before a signal, although nobody waits for the reader any longer', async () => {
  const { output, printed } = createHeldOutput();
  await output.writeAnswer('answer\n');
  output.abandonOutput();
  await output.error(new CliError('interrupted', 'terminated'));
  expect(printed()).toBe('answer\nerror: terminated\n');
});

it('prints all messages if stdout is closed', async () => {
  const brokenPipe = Object.assign(new Error('closed'), { code: 'EPIPE' });
  const { output, printed } = createHeldOutput(brokenPipe);
  await output.writeAnswer('answer\n');
  await output.note('unmet');
  await expect(output.finish(1)).rejects.toThrow(BrokenPipeError);
  expect(printed()).toBe('note: unmet\n');
});

it('prints a failure although stdout is closed or full', async () => {
  const { output, printed } = createHeldOutput(new Error('full'));
  await output.writeAnswer('answer\n');
  await output.warn('doubtful');
  await output.error(new CliError('network', 'no connection'));
  expect(printed()).toBe('warning: doubtful\nerror: no connection\n');
});
