import { command } from '../../cli/command.ts';
import { preferenceArgument } from '../../cli/options.ts';
import { preferenceFields } from '../../cli/preference-fields.ts';
import { escapeForTerminal } from '../../core/text.ts';

export const configGet = command({
  summary: 'Print the value of one preference',
  declare: (bare) => bare.addArgument(preferenceArgument()),
  shape: 'one',
  kind: () => preferenceFields,

  run({ settings }, _, key) {
    void settings.profileName;
    const item = settings.getSetting(key);
    return { item, page: () => `${escapeForTerminal(item.value)}\n` };
  },
});
