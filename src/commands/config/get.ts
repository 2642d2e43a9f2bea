import { command } from '../../cli/command.ts';
import { preferenceArgument } from '../../cli/options.ts';
import { preferenceKind } from '../../cli/preference-fields.ts';
import { escapeForTerminal } from '../../core/text.ts';

export const configGet = command({
  summary: 'Print the value of one preference',
  declare: (bare) => bare.addArgument(preferenceArgument()),
  shape: 'one',
  kind: () => preferenceKind,

  run({ settings }, _, key) {
    void settings.profileName;
    const one = settings.getSetting(key);
    return { one, page: () => `${escapeForTerminal(one.value)}\n` };
  },
});
