// Preloaded into the processes that the README's commands start: the account of the sandbox has
// its expiries around today, and the page shows one day.
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
