// Preloaded into the processes of the README's commands: fixes the date, since the sandbox
// generates expiries relative to today.
const fixedNow = Date.parse(process.env.DOTAF_TEST_NOW ?? '2026-11-21T09:00:00Z');
const RealDate = Date;

globalThis.Date = class extends RealDate {
  constructor(...args) {
    super(...(args.length === 0 ? [fixedNow] : args));
  }

  static now() {
    return fixedNow;
  }
};
