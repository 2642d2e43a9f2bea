import { setMaxListeners } from 'node:events';
import { type Day, dayOf } from '../core/dates.ts';
import type { ColorChoice } from '../output/color.ts';
import { Output } from '../output/output.ts';
import { EndOfRun } from '../platform/end-of-run.ts';
import type { Surroundings } from '../platform/surroundings.ts';
import type { SandboxOptions } from '../sandbox/server.ts';
import { Settings } from '../settings/settings.ts';
import type { GlobalOptions } from './parser.ts';

export class Run {
  readonly surroundings: Surroundings;
  readonly options: GlobalOptions;
  readonly output: Output;
  readonly settings: Settings;
  /** Aborts with a Failure `interrupted` at Ctrl-C, and when the process is asked to terminate. */
  readonly signal: AbortSignal;
  readonly end = new EndOfRun();

  constructor(surroundings: Surroundings, options: GlobalOptions, signal: AbortSignal) {
    this.surroundings = surroundings;
    this.options = options;
    this.signal = signal;
    this.settings = new Settings(surroundings, options);
    this.output = new Output(surroundings, {
      color: () => this.#colorChoice(),
      // Whoever types a --jq at a terminal reads the failure, too.
      isJson: options.json ?? (options.jq !== undefined && !surroundings.stderr.isTTY),
      isQuiet: options.quiet ?? false,
      isVerbose: options.verbose ?? false,
    });
  }

  get today(): Day {
    return dayOf(this.surroundings.clock.now());
  }

  get canAsk(): boolean {
    const { stdin, stderr } = this.surroundings;
    return this.options.input && stdin.isTTY && stderr.isTTY;
  }

  /** Starts a sandbox that is closed with the run. Rejects with the system's error. */
  async openSandbox(options: Omit<SandboxOptions, 'now' | 'delay'> = {}) {
    const { startSandbox } = await import('../sandbox/server.ts');
    const { clock } = this.surroundings;
    const { closing } = this.end;
    // Every delayed answer listens to the signal.
    setMaxListeners(0, closing);
    const delay = (ms: number) => clock.sleep(ms, closing).catch(() => {});
    const running = await startSandbox({ ...options, now: clock.now, delay });
    closing.addEventListener('abort', running.close);
    return running;
  }

  /** A failure is reported even if it is the config that failed. */
  #colorChoice(): ColorChoice {
    try {
      return this.settings.preference('color');
    } catch {
      return 'auto';
    }
  }
}
