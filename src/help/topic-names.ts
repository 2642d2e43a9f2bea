/** A file of its own, since every start loads it, and the texts only when one is shown. */
export const topicNames = [
  'cron',
  'environment',
  'exit-codes',
  'field-names',
  'files',
  'options',
  'scripting',
  'skill',
] as const;
