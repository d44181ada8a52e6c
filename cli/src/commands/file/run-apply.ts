import { leftOutWords } from '@orgdesk/contract/organizations/file/plan-words';
import type { ApplyPlanRequest } from '../../../../client/src/index.ts';
import { EXIT, Stop } from '../../connection/stop.ts';
import { finishJob, startJob, toSeeJobs } from '../../finish-job.ts';
import { agreed, note, noteStyled } from '../../output/print.ts';
import type { Context } from '../../run-remote.ts';
import { readPlan } from './plan-document.ts';
import { planAsText } from './plan-text.ts';

interface Input {
  readonly file: string;
  readonly lifted: readonly { readonly kind: string; readonly count: number }[];
  readonly hash: string | null;
  readonly yes: boolean;
  readonly results: string | null;
}

export async function run(context: Context, { file, lifted, hash, yes, results }: Input): Promise<void> {
  const { plan, files } = await readPlan(file);
  if (hash !== null && plan.hash !== hash) throw new Stop(`Nothing was changed: the plan has the hash ${plan.hash}.`);
  const missing = plan.dangers.find(
    (danger) => !lifted.some(({ kind, count }) => kind === danger.kind && count === danger.count),
  );
  if (!yes || missing !== undefined) noteStyled(planAsText(plan));
  if (missing !== undefined) throw new Stop(`Nothing was changed: --lift ${missing.kind}=${missing.count} is needed.`);
  const service = await context.connect();
  const organization = plan.organization.login;
  const leftOut = leftOutWords(plan.steps);
  const made = plan.steps.filter(({ needs }) => needs === null);
  if (yes && leftOut !== null) note(leftOut);
  if (!yes) await agreed(`Apply ${made.length} steps to ${organization}?`, context.signal);
  const body = { plan, files, lifted: lifted as ApplyPlanRequest['lifted'] };
  const sent = { path: { login: organization }, body, signal: context.signal };
  const job = await startJob(context, service, service.client.applyOrganizationPlan(sent), toSeeJobs(organization));
  await finishJob(context, service, { organization, job, results });
  if (leftOut !== null && process.exitCode === 0) process.exitCode = EXIT.incomplete;
}
