import { defineCommand } from '../../cli/command.ts';
import { domainDetailsFields } from '../../domains/fields.ts';
import { getDomainCachePath } from '../../settings/account-files.ts';
import { loadDomainNames } from '../shared/load-domain-names.ts';
import { columnMappingOption, sheetOption } from '../shared/shared-options.ts';

export const domainsShowCommand = defineCommand({
  summary: 'Show status, expiry, registration date, auto-renew and nameservers',
  defineOptions: (cmd) =>
    cmd
      .argument('[domains...]', 'your domains; also read from a pipe')
      .addOption(columnMappingOption())
      .addOption(sheetOption()),
  outputKind: 'rows',
  fields: () => domainDetailsFields,
  isInBlocks: true,

  async run(context, { map, sheet }, args) {
    const { names, isBulk, inputs, emptyMessage } = await loadDomainNames(context, {
      args,
      map,
      sheet,
      command: 'dotaf domains show',
    });
    const { fetchDomainDetails } = await import('../../domains/details.ts');
    const { cacheDomainDetails } = await import('../../domains/domain-cache.ts');
    const { account, settings, system, report } = context;
    const accountId = await account.storageId();
    const rows = fetchDomainDetails(
      await account.service(),
      names,
      isBulk,
      report,
      (name, domain) => {
        if (accountId === undefined) return;
        const at = system.clock.now();
        const file = getDomainCachePath(settings, accountId);
        cacheDomainDetails(file, settings.getSetting('field-names').value, { at, name, domain });
      },
    );
    return { inputs, rows, emptyMessage };
  },

  description: 'Each domain is one request.',
  examples: {
    'dotaf domains show kabul.af': 'all about one domain',
    'dotaf domains ls --names | dotaf domains show --csv': 'for a spreadsheet',
  },
});
