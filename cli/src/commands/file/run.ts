import { leftOutText } from '@orgdesk/contract/organizations/file/plan-texts';
import type { ApplyPlanRequest } from '../../../../client/src/index.ts';
import { ORGANIZATION_ANSWER_MS } from '../../connection/bounded-fetch.ts';
import { dataOf } from '../../connection/failure.ts';
import { EXIT, PLAN_EXIT, Stop } from '../../connection/stop.ts';
import { finishJob, startJob, toSeeJobs } from '../../finish-job.ts';
import { agreed, note, noteStyled, print, printable, printJson } from '../../output/print.ts';
import type { Context } from '../../run-remote.ts';
import { noteHints, noteProblems, printProblems, problemsAsMarkdown, readFiles } from './files.ts';
import { planAsMarkdown, planAsText, planExit, readPlan, writePlan } from './plans.ts';

interface PlanInput {
  readonly organization: string;
  readonly paths: readonly string[];
  readonly markdown: boolean;
  readonly out: string | null;
}

export async function planFiles(
  { connect, format, signal }: Context,
  { organization, paths, markdown, out }: PlanInput,
) {
  const files = await readFiles(paths);
  const service = await connect(ORGANIZATION_ANSWER_MS);
  const sent = { path: { login: organization }, body: { files }, signal };
  const { plan, hints, ...checked } = await dataOf(service, service.client.planOrganizationFiles(sent));
  if (plan === null) {
    if (format === 'json') printJson({ plan, ...checked });
    else if (markdown) print(problemsAsMarkdown(checked.problems));
    else printProblems(checked.problems);
    noteProblems(checked, files);
    process.exitCode = PLAN_EXIT.failed;
    return;
  }
  noteHints({ hints });
  if (out !== null) await writePlan(out, { plan, files });
  if (format === 'json') printJson(plan);
  else print(markdown ? planAsMarkdown(plan) : planAsText(plan));
  process.exitCode = planExit(plan);
}

interface ApplyInput {
  readonly file: string;
  readonly lifted: readonly { readonly kind: string; readonly count: number }[];
  readonly hash: string | null;
  readonly yes: boolean;
  readonly results: string | null;
  readonly continueAfterSignOut: boolean;
}

export async function applyPlan(
  context: Context,
  { file, lifted, hash, yes, results, continueAfterSignOut }: ApplyInput,
): Promise<void> {
  const { plan, files } = await readPlan(file);
  if (hash !== null && plan.hash !== hash) throw new Stop(`Nothing was changed: the plan has the hash ${plan.hash}.`);
  const missing = plan.dangers.find(
    (danger) => !lifted.some(({ kind, count }) => kind === danger.kind && count === danger.count),
  );
  if (!yes || missing !== undefined) noteStyled(planAsText(plan));
  if (missing !== undefined) throw new Stop(`Nothing was changed: --lift ${missing.kind}=${missing.count} is needed.`);
  const service = await context.connect();
  const organization = plan.organization.login;
  const leftOut = leftOutText(plan.steps);
  const made = plan.steps.filter(({ needs }) => needs === null);
  if (yes && leftOut !== null) note(leftOut);
  if (!yes) await agreed(`Apply ${made.length} steps to ${organization}?`, context.signal);
  const body = { plan, files, lifted: lifted as ApplyPlanRequest['lifted'], continueAfterSignOut };
  const sent = { path: { login: organization }, body, signal: context.signal };
  const job = await startJob(context, service, service.client.applyOrganizationPlan(sent), toSeeJobs(organization));
  await finishJob(context, service, { organization, job, results });
  if (leftOut !== null && process.exitCode === 0) process.exitCode = EXIT.incomplete;
}

interface DriftInput {
  readonly organization: string;
  readonly out: string | null;
}

export async function showDrift(
  { connect, format, signal }: Context,
  { organization, out }: DriftInput,
): Promise<void> {
  const service = await connect(ORGANIZATION_ANSWER_MS);
  const drift = await dataOf(service, service.client.getOrganizationDrift({ path: { login: organization }, signal }));
  const { applied, plan, causes } = drift;
  if (applied === null) throw new Stop('No plan was applied with its files yet.');
  if (plan === null) {
    if (format === 'json') printJson(drift);
    else printProblems(drift.problems);
    noteProblems(drift, applied.files);
    throw new Stop('The files applied last can no longer be planned.');
  }
  noteHints(drift);
  if (out !== null) await writePlan(out, { plan, files: applied.files });
  if (format === 'json') printJson(drift);
  else {
    print(planAsText(plan));
    for (const { step, at, actor, action } of causes)
      note(`Step ${step + 1}: ${action} by ${actor ?? 'unknown'} at ${at}`);
  }
  process.exitCode = planExit(plan);
}

interface RulesInput {
  readonly organization: string;
  /** Null for the present value. */
  readonly ownersMin: number | null;
  readonly requiredOwners: readonly string[] | null;
}

export async function showRules(
  { connect, format, signal }: Context,
  { organization, ownersMin, requiredOwners }: RulesInput,
) {
  const service = await connect();
  const sent = { path: { login: organization }, signal };
  let rules = await dataOf(service, service.client.getOwnerRules(sent));
  if (ownersMin !== null || requiredOwners !== null) {
    const body = {
      version: rules.version,
      ownersMin: ownersMin ?? rules.ownersMin,
      requiredOwners: requiredOwners ?? rules.requiredOwners.map(({ login }) => login),
    };
    rules = await dataOf(service, service.client.changeOwnerRules({ ...sent, body }));
  }
  if (format === 'json') return printJson(rules);
  const required = rules.requiredOwners.map(({ login }) => login).join(', ') || 'none';
  print(`Fewest owners: ${rules.ownersMin}\nRequired owners: ${printable(required)}\n`);
}
