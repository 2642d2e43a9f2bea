import type { Fact } from './facts.ts';
import { identifier, text } from './values.ts';

/** A failure: API document, section 7, "not shown". */
export const errorShape = {
  subject: /^(error|fault|problem)$/,
  wrappers: /^(detail|context)$/,
  facts: {
    code: [
      { called: /^(api|service)?err(or)?(code|name|key|slug|id)$/, read: identifier },
      { called: /^(fault)?code$/, read: identifier },
      { called: /^reason$/, read: identifier },
      { called: /^(err(or)?)?type$/, read: identifier },
      { called: /^err(or)?$/, read: identifier },
    ] satisfies Fact<string>,
    message: [
      {
        called: /^(err(or)?|fault)?(message|msg|detail|details|description|text|string)$/,
        read: text,
      },
      { called: /^(err(or)?)?(title|reason|statusmessage)$/, read: text },
      { called: /^err(or)?$/, read: text },
    ] satisfies Fact<string>,
    requestId: [
      {
        called: /^(x|http)?(request|req|trace|correlation|transaction)(id|uuid|reference)$/,
        read: text,
      },
    ] satisfies Fact<string>,
    retryAfter: [{ called: /^retryafter(s|secs?|seconds)?$/, read: text }] satisfies Fact<string>,
    retryAfterMs: [
      { called: /^retryafter(ms|millis|milliseconds)$/, read: text },
    ] satisfies Fact<string>,
  },
};
