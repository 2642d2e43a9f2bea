import type { Context } from '../cli/context.ts';
import { Failure, type FailureCode } from '../errors.ts';
import { Examination } from './examination.ts';
import { testBaseUrl, testProxy, testRateLimit, testSettings } from './local-steps.ts';
import { testDns, testTcp, testTls } from './network-steps.ts';
import {
  testBalance,
  testClock,
  testCredentials,
  testDomains,
  testQuote,
  testService,
  testTier,
} from './service-steps.ts';
import { Diagnosis, type Finding, type Step, type StepName, skipped, stepNames } from './step.ts';

interface Test {
  /** The step without which this one makes no sense. */
  needs?: StepName;
  run(examination: Examination): Promise<Finding>;
}

/** Four of them send one request each: service, domains, tier and quote. */
const tests: Record<StepName, Test> = {
  settings: { run: testSettings },
  'base-url': { needs: 'settings', run: testBaseUrl },
  proxy: { needs: 'settings', run: testProxy },
  dns: { needs: 'proxy', run: testDns },
  tcp: { needs: 'dns', run: testTcp },
  tls: { needs: 'tcp', run: testTls },
  service: { needs: 'tls', run: testService },
  credentials: { needs: 'service', run: testCredentials },
  clock: { needs: 'tls', run: testClock },
  balance: { needs: 'credentials', run: testBalance },
  domains: { needs: 'credentials', run: testDomains },
  tier: { needs: 'credentials', run: testTier },
  quote: { needs: 'credentials', run: testQuote },
  'rate-limit': { needs: 'settings', run: testRateLimit },
};

/** After these no other request would fare better. */
const endsRequests: readonly FailureCode[] = ['unauthorized', 'network', 'timeout', 'rate_limited'];

/** Tests each step in turn, and skips those that a failure has left without sense. */
export async function diagnose(context: Context): Promise<Diagnosis> {
  const examination = new Examination(context);
  const steps: Step[] = [];
  /** By a step that failed or was skipped for it: the failed one. */
  const culprits = new Map<StepName, StepName>();
  let firstFailure: Failure | undefined;
  for (const step of stepNames) {
    const { needs, run } = tests[step];
    const culprit = needs && culprits.get(needs);
    if (culprit !== undefined) {
      culprits.set(step, culprit);
      steps.push({ step, ...skipped(`the step ${culprit} failed`) });
      continue;
    }
    const outcome = await findingOf(run(examination));
    if (!(outcome instanceof Failure)) {
      steps.push({ step, ...outcome });
      continue;
    }
    firstFailure ??= outcome;
    culprits.set(step, step);
    if (endsRequests.includes(outcome.code)) culprits.set('credentials', step);
    const next = outcome.hints.join('; ') || null;
    steps.push({ step, result: 'failed', found: outcome.message, next });
  }
  return new Diagnosis(steps, firstFailure);
}

async function findingOf(run: Promise<Finding>): Promise<Finding | Failure> {
  try {
    return await run;
  } catch (error) {
    if (error instanceof Failure && error.code !== 'interrupted') return error;
    throw error;
  }
}
