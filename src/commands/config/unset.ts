import { command } from '../../cli/command.ts';
import { preferenceArgument } from '../../cli/options.ts';
import { safeText } from '../../core/text.ts';
import { preferenceKind } from '../../local-kinds.ts';
import { pageOf } from '../../output/printer.ts';
import { withoutPreference } from '../../settings/config.ts';

export const configUnset = command({
  summary: 'Remove a stored preference from the profile in use',
  declare: (bare) => bare.addArgument(preferenceArgument()),
  kind: () => preferenceKind,

  async run({ settings }, _, key) {
    const name = settings.existingProfileName;
    const config = await settings.file.update((before) => withoutPreference(before, name, key));
    return { one: settings.shownPreference(key, config) };
  },

  page: (_) => pageOf(({ key, value, source }) => `${safeText(`${key} = ${value} (${source})`)}\n`),
});
