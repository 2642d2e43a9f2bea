import { readFileSync } from 'node:fs';
import { getSystemErrorCode } from '../errors.ts';

export function getProcessKey() {
  return `${process.pid}-${readStartTime('self')}`;
}

export function isProcessRunning(processKey: string) {
  const [pid = '', startTime = ''] = processKey.split('-');
  if (!/^[1-9]\d{0,9}$/.test(pid)) return false;
  try {
    process.kill(Number(pid), 0);
  } catch (error) {
    if (getSystemErrorCode(error) !== 'EPERM') return false;
  }
  const currentStartTime = readStartTime(pid);
  return startTime === '' || currentStartTime === '' || currentStartTime === startTime;
}

function readStartTime(pid: string) {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1');
    // Skip past the parenthesized program name in /proc/<pid>/stat, which may contain spaces.
    return text.slice(text.lastIndexOf(')') + 2).split(' ')[19] ?? '';
  } catch {
    return '';
  }
}
