import { hash } from 'node:crypto';
import * as z from 'zod/mini';
import { quoteActions } from '../core/api-vocabulary.ts';
import { addDuration, type IsoDate } from '../core/dates.ts';
import { parseJson } from '../core/json.ts';
import { usageError } from '../errors.ts';

export type SandboxAccount = z.infer<ReturnType<typeof createAccountSchema>>;

/** Groups of sample domains: count, status, minimum and maximum days until expiry. */
const batches = [
  [3, 'expired', -40, -1],
  [2, 'active', 1, 7],
  [4, 'active', 8, 30],
  [6, 'active', 31, 90],
  [20, 'active', 91, 1460],
  [2, 'suspended', 91, 700],
  [1, 'pending_transfer', 91, 400],
] as const;

const sampleNames = `
  amu-river-logistics.af baghlan-sugar-mill.af bamyan-potato-growers.org.af
  bazaar-notebook.af blue-pottery-istalif.af bright-bakery.af
  bukhari-stoves.com.af caravan-couriers.af cedar-joinery.af
  charikar-grape-press.af daily-bread-kabul.af dried-apricot-export.com.af
  faryab-carpet-weavers.af four-seasons-seed.af ghazni-glassworks.af
  green-valley-honey.af helmand-cotton-yarn.af herat-saffron-guild.org.af
  jalalabad-citrus.af kabul-print-house.af kite-festival.af
  kunduz-rice-traders.com.af lapis-and-lantern.af logar-copper-craft.af
  mazar-city-tours.af mountain-radio.af north-gate-clinic.af
  nuristan-timber.af panjshir-stonecutters.af paktia-pine-nuts.com.af
  pomegranate-post.af salang-road-assist.af shahr-e-naw-dental.af
  silk-thread-studio.af solar-kandahar.net.af walnut-street-books.af
  wardak-apple-orchards.af xn----ymcbm5acd0dyd8bm.af
`;

export function parseSandboxAccount(text: string, today: IsoDate, seed: string) {
  const { data, error } = createAccountSchema(today, seed).safeParse(parseJson(text));
  if (data) return data;
  const [issue] = error.issues;
  const place = issue?.code === 'unrecognized_keys' ? issue.keys : (issue?.path ?? []);
  const invalidKey = z.core.toDotPath(place) || 'the JSON object';
  throw usageError(
    `in the file of --data, ${invalidKey} is missing or wrong`,
    'it may be as short as {"domains":[{"domain":"kabul.af","expiry":"2027-03-01"}]}',
  );
}

export function generateSandboxAccount(today: IsoDate, seed: string) {
  return createAccountSchema(today, seed).parse({});
}

function createAccountSchema(today: IsoDate, seed: string) {
  const defaults = generateDefaults(today, seed);
  const amount = z.string().check(z.regex(/^-?\d+\.\d\d$/));
  const day = z.nullable(z.iso.date());
  const tld = z.string().check(z.overwrite((key) => `.${key.replace(/^\./, '')}`));
  const prices = z.record(tld, z.record(z.enum(quoteActions), amount));
  // Accept nulls and unknown keys, so that the output of `dotaf domains ls --json` can be loaded.
  const domain = z.object({
    domain: z.string(),
    status: z._default(z.nullable(z.string()), 'active'),
    expiry: z._default(day, addDuration(today, { months: 12 })),
    registration_date: z._default(day, today),
    auto_renew: z._default(z.nullable(z.boolean()), false),
    nameservers: z._default(z.nullable(z.array(z.string())), ['ns1.hosting.example']),
  });
  return z.strictObject({
    account_number: z._default(z.string(), defaults.account_number),
    balance: z._default(amount, '468.20'),
    currency: z._default(z.string(), 'USD'),
    credit_limit: z._default(amount, '250.00'),
    prices: z._default(prices, {}),
    domains: z._default(z.array(domain), defaults.domains),
  });
}

function generateDefaults(today: IsoDate, seed: string) {
  const random = createSeededRandom(`${seed}\0account`);
  const randomInt = (min: number, max: number) => min + Math.floor(random() * (max - min + 1));
  const account_number = `SBX-${randomInt(100_000, 999_999)}`;
  const shuffled = sampleNames
    .trim()
    .split(/\s+/)
    .map((domain) => ({ domain, rank: random() }))
    .sort((left, right) => left.rank - right.rank);
  const domains = batches.flatMap(([count, status, minDays, maxDays]) =>
    shuffled.splice(0, count).map(({ domain }) => {
      const days = randomInt(minDays, maxDays);
      const expiry = addDuration(today, { days });
      // A period shorter than the time to expiry would put the registration date in the future.
      const yearsLeft = Math.max(1, Math.ceil(days / 365));
      const years = yearsLeft + randomInt(0, 6);
      const registration_date = addDuration(expiry, { months: -12 * years });
      const auto_renew = random() < 0.6;
      const zone = random() < 0.25 ? domain : 'hosting.example';
      const nameservers = ['ns1', 'ns2', 'ns3', 'ns4']
        .slice(0, randomInt(2, 4))
        .map((host) => `${host}.${zone}`);
      return { domain, status, expiry, registration_date, auto_renew, nameservers };
    }),
  );
  domains.sort((left, right) => (left.domain < right.domain ? -1 : 1));
  return { account_number, domains };
}

export function hashToFraction(text: string) {
  return Number.parseInt(hash('sha256', text).slice(0, 12), 16) / 2 ** 48;
}

export function createSeededRandom(seed: string) {
  let count = 0;
  return () => {
    count += 1;
    return hashToFraction(`${seed}\0${count}`);
  };
}
