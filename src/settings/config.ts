import * as z from 'zod/mini';

const profileSchema = z.looseObject({
  name: z.string().check(z.minLength(1)),
  base_url: z.optional(z.string()),
  key: z.optional(z.string()),
  secret: z.optional(z.string()),
  secret_command: z.optional(z.string()),
  // A value of another type is refused only by the command that reads it.
  preferences: z.optional(z.record(z.string(), z.unknown())),
});

/** Profiles are a list, so that a name can be anything, such as `__proto__`. */
export const configSchema = z.looseObject({
  active: z.optional(z.string()),
  profiles: z._default(z.array(profileSchema), []),
});

export type Profile = z.infer<typeof profileSchema>;

export type Config = z.infer<typeof configSchema>;

export function findProfile(config: Config, name: string): Profile | undefined {
  return config.profiles.find((profile) => profile.name === name);
}

export function activeProfile(config: Config): string | undefined {
  return findProfile(config, config.active ?? 'default')?.name;
}

export function withProfile(
  config: Config,
  name: string,
  change: (profile: Profile) => Profile,
): Config {
  const { profiles } = config;
  const before = findProfile(config, name);
  if (before === undefined) return { ...config, profiles: [...profiles, change({ name })] };
  return { ...config, profiles: profiles.map((one) => (one === before ? change(one) : one)) };
}

export function withoutProfile({ active, ...config }: Config, name: string): Config {
  const profiles = config.profiles.filter((profile) => profile.name !== name);
  return { ...config, ...(active !== name && { active }), profiles };
}

export function withoutPreference(config: Config, name: string, key: string): Config {
  if (!findProfile(config, name)) return config;
  return withProfile(config, name, ({ preferences: { [key]: _, ...others } = {}, ...profile }) =>
    Object.keys(others).length === 0 ? profile : { ...profile, preferences: others },
  );
}
