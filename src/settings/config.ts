import * as z from 'zod/mini';

const profileSchema = z.looseObject({
  name: z.string().check(z.minLength(1)),
  base_url: z.optional(z.string()),
  key: z.optional(z.string()),
  secret: z.optional(z.string()),
  secret_command: z.optional(z.string()),
  // What is no text is kept, and refused by name where it is read.
  preferences: z.optional(z.record(z.string(), z.unknown())),
});

/** Profiles are a list and not an object: a name may then be anything, `__proto__` and dots too. */
export const configSchema = z.looseObject({
  active: z.optional(z.string()),
  profiles: z._default(z.array(profileSchema), []),
});

export type Profile = z.infer<typeof profileSchema>;

export type Config = z.infer<typeof configSchema>;

export const emptyConfig: Config = { profiles: [] };

export function findProfile(config: Config, name: string): Profile | undefined {
  return config.profiles.find((profile) => profile.name === name);
}

/** The config with one profile changed, or added when there was none of that name. */
export function withProfile(
  config: Config,
  name: string,
  change: (profile: Profile) => Profile,
): Config {
  const changed = change(findProfile(config, name) ?? { name });
  const others = config.profiles.filter((profile) => profile.name !== name);
  const position = config.profiles.findIndex((profile) => profile.name === name);
  const profiles = position < 0 ? [...others, changed] : others.toSpliced(position, 0, changed);
  return { ...config, profiles };
}

export function withoutProfile({ active, ...config }: Config, name: string): Config {
  const profiles = config.profiles.filter((profile) => profile.name !== name);
  return active === undefined || active === name
    ? { ...config, profiles }
    : { ...config, active, profiles };
}

/** The config with one preference of a profile taken out; what is not there leaves no trace. */
export function withoutPreference(config: Config, name: string, key: string): Config {
  if (!findProfile(config, name)) return config;
  return withProfile(config, name, ({ preferences: { [key]: _, ...others } = {}, ...profile }) =>
    Object.keys(others).length === 0 ? profile : { ...profile, preferences: others },
  );
}
