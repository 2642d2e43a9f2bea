import { defineCommand } from '../../cli/command.ts';
import { preferenceNameArgument } from '../../cli/options.ts';
import { escapeForTerminal } from '../../core/text.ts';
import { preferenceFields } from '../shared/preference-fields.ts';

export const configGetCommand = defineCommand({
  summary: 'Print the value of one preference',
  defineOptions: (cmd) => cmd.addArgument(preferenceNameArgument()),
  fields: () => preferenceFields,

  run({ settings }, _, key) {
    void settings.profileName;
    const item = settings.getSetting(key);
    return { item, page: () => `${escapeForTerminal(item.value)}\n` };
  },
});
