import { readFile, writeFile } from 'node:fs/promises';
import { APPLY_PLAN_BODY_MAX_BYTES } from '@orgdesk/contract/limits';
import {
  countsOf,
  dangerText,
  differencesIn,
  leftOutText,
  stepText,
} from '@orgdesk/contract/organizations/file/plan-texts';
import type { NamedFile, OrganizationPlan, PlanDanger, PlanStep } from '../../../../client/src/index.ts';
import { PLAN_EXIT, Stop } from '../../connection/stop.ts';
import { inCode, printable } from '../../output/print.ts';

/** What `file plan --out` writes. */
interface PlanDocument {
  readonly plan: OrganizationPlan;
  readonly files: readonly NamedFile[];
}

export async function writePlan(path: string, document: PlanDocument): Promise<void> {
  await writeFile(path, `${JSON.stringify(document)}\n`, { mode: 0o600 }).catch(() => {
    throw new Stop(`Could not write ${path}.`);
  });
}

export async function readPlan(file: string): Promise<PlanDocument> {
  const text = await readFile(file, 'utf8').catch(() => {
    throw new Stop(`Could not read ${file}.`);
  });
  const document = text.length > APPLY_PLAN_BODY_MAX_BYTES ? null : parsed(text);
  if (document === null) throw new Stop(`${file} is not a plan: write one with orgdesk file plan --out.`);
  return document;
}

function parsed(text: string): PlanDocument | null {
  try {
    const document: unknown = JSON.parse(text);
    const { plan, files } = Object(document);
    const { steps, dangers, organization } = Object(plan);
    const isPlan = [steps, dangers, files].every(Array.isArray) && typeof Object(organization).login === 'string';
    return isPlan ? (document as PlanDocument) : null;
  } catch {
    return null;
  }
}

export const planAsText = (plan: OrganizationPlan): string =>
  [...summaryOf(plan), ...plan.dangers.map((danger) => `! ${dangerLine(danger)}`), ...plan.steps.map(lineOf)]
    .map((line) => `${printable(line)}\n`)
    .join('');

export function planAsMarkdown(plan: OrganizationPlan): string {
  const dangers = plan.dangers.map((danger) => `> **${dangerLine(danger, asCode)}**`);
  const shown = plan.steps.map((each) => inCode(lineOf(each)));
  const steps = shown.length === 0 ? [] : ['', '```diff', ...shown, '```'];
  const lines = [`### Plan for ${plan.organization.login}`, '', ...summaryOf(plan), '', ...dangers, ...steps];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function summaryOf(plan: OrganizationPlan): readonly string[] {
  if (differencesIn(plan) === 0) return ['Nothing to change.'];
  const made = plan.steps.filter(({ needs }) => needs === null);
  const counts = `${countsOf(made).join(', ') || 'No steps'}.`;
  return [counts, ...[leftOutText(plan.steps) ?? []].flat(), `Plan ${plan.hash}`];
}

/** Names notify nobody and link nowhere there. */
const asCode = (name: string): string => `\`${inCode(name).trim() || 'empty'}\``;

const dangerLine = ({ kind, count, names }: PlanDanger, shown = (name: string): string => name): string =>
  `${dangerText({ kind, count })}: ${names.map(shown).join(', ')}${count > names.length ? ' …' : ''} (--lift ${kind}=${count})`;

function lineOf(step: PlanStep): string {
  const sign = step.from === null ? '+' : step.to === null ? '-' : '~';
  return `${sign} ${stepText(step)}${step.needs === null ? '' : ' [left out]'}`;
}

export const planExit = (plan: OrganizationPlan): number =>
  differencesIn(plan) === 0 ? PLAN_EXIT.none : PLAN_EXIT.changes;
