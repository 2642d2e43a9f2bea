import * as z from 'zod/mini';
import type { Domain } from '../api/answers.ts';

/** A domain as it is kept on disk. */
export const domainRow: z.ZodMiniType<Domain> = z.object({
  domain: z.nullable(z.string()),
  status: z.nullable(z.string()),
  expiry: z.nullable(z.string()),
  registration_date: z.nullable(z.string()),
  auto_renew: z.nullable(z.boolean()),
  nameservers: z.nullable(z.array(z.string())),
});
