import type { DescribedProgram } from './describe.ts';
import type { Page } from './page.ts';

/** Each is loaded when it is asked for. */
const topics = {
  environment: async () => (await import('./topics/environment.ts')).environmentPage(),
  'exit-codes': async () => (await import('./topics/exit-codes.ts')).exitCodesPage(),
  json: async ({ all }) => (await import('./topics/json.ts')).jsonPage(all),
  options: async ({ program }) => (await import('./topics/options.ts')).optionsPage(program),
  scripting: async () => (await import('./topics/scripting.ts')).scriptingPage(),
} satisfies Record<string, (described: DescribedProgram) => Promise<Page>>;

type Topic = keyof typeof topics;

export const topicNames = Object.keys(topics).filter(isTopic);

export function isTopic(word: string): word is Topic {
  return Object.hasOwn(topics, word);
}

export function topicPage(topic: Topic, described: DescribedProgram): Promise<Page> {
  return topics[topic](described);
}
