import { processStat } from './process-stat.ts';
import type { JobControl } from './surroundings.ts';

export const jobControl: JobControl = {
  isForeground() {
    const stat = processStat('self');
    if (stat === undefined || stat.foregroundGroup <= 0) return true;
    return stat.foregroundGroup === stat.processGroup;
  },

  onSuspend(suspend, resume) {
    const stop = () => {
      suspend();
      // Without a listener the signal stops the process, as the shell expects; the next line runs
      // when it goes on. SIGSTOP would also stop one whose shell is gone and cannot continue it.
      process.off('SIGTSTP', stop);
      process.kill(process.pid, 'SIGTSTP');
      process.on('SIGTSTP', stop);
      resume();
    };
    process.on('SIGTSTP', stop);
    process.on('SIGCONT', resume);
    return () => {
      process.off('SIGTSTP', stop);
      process.off('SIGCONT', resume);
    };
  },
};
