import { readFile } from 'node:fs/promises';
import { APPLY_PLAN_BODY_MAX_BYTES } from '@orgdesk/contract/limits';
import type { ApplyPlanRequest, OrganizationPlan } from '../../../../client/src/index.ts';
import { dataOf } from '../../connection/failure.ts';
import { Stop } from '../../connection/stop.ts';
import type { Context } from '../../context.ts';
import { finishJob } from '../../jobs/finish-job.ts';
import { agreed, note } from '../../output/note.ts';
import { planAsText } from './plan-text.ts';

interface Input {
  readonly file: string;
  readonly lifted: readonly { readonly kind: string; readonly count: number }[];
  readonly hash: string | null;
  readonly yes: boolean;
  readonly results: string | null;
}

export async function run(context: Context, { file, lifted, hash, yes, results }: Input): Promise<void> {
  const plan = await readPlan(file);
  if (hash !== null && plan.hash !== hash) throw new Stop(`Nothing was changed: the plan has the hash ${plan.hash}.`);
  const missing = plan.dangers.find(
    (danger) => !lifted.some(({ kind, count }) => kind === danger.kind && count === danger.count),
  );
  if (!yes || missing !== undefined) note(planAsText(plan));
  if (missing !== undefined) throw new Stop(`Nothing was changed: --lift ${missing.kind}=${missing.count} is needed.`);
  const service = await context.connect();
  const organization = plan.organization.login;
  if (!yes) await agreed(`Apply ${plan.steps.length} steps to ${organization}?`, context.signal);
  const body = { plan, lifted: lifted as ApplyPlanRequest['lifted'] };
  const sent = { path: { login: organization }, body, signal: context.signal };
  const { job } = await dataOf(service, service.client.applyOrganizationPlan(sent));
  await finishJob(context, service, { organization, job, results });
}

async function readPlan(file: string): Promise<OrganizationPlan> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Stop(`Could not read ${file}.`);
  });
  const plan = text.length > APPLY_PLAN_BODY_MAX_BYTES ? null : parsed(text);
  if (plan === null) throw new Stop(`${file} is not a plan: write one with orgdesk file plan --out.`);
  return plan;
}

function parsed(text: string): OrganizationPlan | null {
  try {
    const { steps, dangers, organization } = Object(JSON.parse(text));
    const isPlan = Array.isArray(steps) && Array.isArray(dangers) && typeof Object(organization).login === 'string';
    return isPlan ? (JSON.parse(text) as OrganizationPlan) : null;
  } catch {
    return null;
  }
}
