import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import { type Case, columnsOf, type CommandName, type Facts } from './reading.ts';

const folder = import.meta.dirname;

/** Every case: of each service in a file of its own, and of the sets of single answers. */
export function allCases(): { set: string; cases: Case[] }[] {
  const files = readdirSync(folder).sort();
  const services = files.filter((file) => file.endsWith('.json')).flatMap(casesOfService);
  const sets = files
    .filter((file) => file.endsWith('.jsonl'))
    .map((file) => ({ set: path.basename(file, '.jsonl'), cases: linesOf(path.join(folder, file)) }));
  return [{ set: 'services', cases: services }, ...sets];
}

export function linesOf(file: string): Case[] {
  return readFileSync(file, 'utf8')
    .trim()
    .split('\n')
    .map((line): Case => JSON.parse(line, repeated));
}

function casesOfService(file: string): Case[] {
  const name = path.basename(file, '.json');
  const { answers, facts, unread = [] } = JSON.parse(
    readFileSync(path.join(folder, file), 'utf8'),
    repeated,
  );
  return Object.entries(answers).flatMap(([command, sent]) =>
    [sent].flat().map((answer, index): Case => {
      const stated: Facts = [facts[command]].flat()[index] ?? {};
      const which = index === 0 ? command : `${command} ${index + 1}`;
      return {
        ...Object(answer),
        ...{ name: index === 0 ? name : `${name} ${index + 1}`, facts: flat(stated) },
        command: command as CommandName,
        request: Object(answer).request ?? {},
        unread: unread.flatMap((one: string) =>
          one.startsWith(`${which}.`) ? [one.slice(which.length + 1)] : [],
        ),
      };
    }),
  );
}

function flat(facts: Facts): Facts {
  const { pricing, rows, ...others } = facts;
  return { ...others, ...Object(pricing), ...(Array.isArray(rows) && columnsOf(rows)) };
}

/** `{"repeat": 100, "item": …}` stands for a list of so many, with the number in place of `#`. */
function repeated(_: string, value: unknown): unknown {
  if (typeof value !== 'object' || value === null) return value;
  if (!('repeat' in value && 'item' in value)) return value;
  const item = JSON.stringify(value.item);
  return Array.from({ length: Number(value.repeat) }, (_, index) =>
    JSON.parse(item.replaceAll('#', String(index + 1))),
  );
}
