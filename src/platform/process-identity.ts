import type { Surroundings } from './surroundings.ts';

type Processes = Pick<Surroundings, 'isAlive' | 'startOf'>;

/**
 * What a process is known by in files that others read: its id and, where the system tells, when it
 * began, so that a later process with the same id is another one.
 */
export function processName(host: Processes & Pick<Surroundings, 'processId'>): string {
  return `${host.processId}-${host.startOf(host.processId) ?? ''}`;
}

export function isRunning(name: string, { isAlive, startOf }: Processes): boolean {
  const [id = '', start = ''] = name.split('-');
  if (!/^[1-9]\d{0,9}$/.test(id) || !isAlive(Number(id))) return false;
  const startNow = startOf(Number(id));
  return start === '' || startNow === undefined || startNow === start;
}
