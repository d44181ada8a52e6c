import {
  countsOf,
  dangerWords,
  differencesIn,
  leftOutWords,
  stepText,
} from '@orgdesk/contract/organizations/file/plan-words';
import type { OrganizationPlan, PlanDanger, PlanStep } from '../../../../client/src/index.ts';
import { inCode, printable } from '../../output/print.ts';

export const planAsText = (plan: OrganizationPlan): string =>
  [...summaryOf(plan), ...plan.dangers.map((danger) => `! ${dangerText(danger)}`), ...plan.steps.map(lineOf)]
    .map((line) => `${printable(line)}\n`)
    .join('');

export function planAsMarkdown(plan: OrganizationPlan): string {
  const dangers = plan.dangers.map((danger) => `> **${dangerText(danger, asCode)}**`);
  const shown = plan.steps.map((each) => inCode(lineOf(each)));
  const steps = shown.length === 0 ? [] : ['', '```diff', ...shown, '```'];
  const lines = [`### Plan for ${plan.organization.login}`, '', ...summaryOf(plan), '', ...dangers, ...steps];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function summaryOf(plan: OrganizationPlan): readonly string[] {
  if (differencesIn(plan) === 0) return ['Nothing to change.'];
  const made = plan.steps.filter(({ needs }) => needs === null);
  const counts = `${countsOf(made).join(', ') || 'No steps'}.`;
  return [counts, ...[leftOutWords(plan.steps) ?? []].flat(), `Plan ${plan.hash}`];
}

/** Names notify nobody and link nowhere there. */
const asCode = (name: string): string => `\`${inCode(name).trim() || 'empty'}\``;

const dangerText = ({ kind, count, names }: PlanDanger, shown = (name: string): string => name): string =>
  `${dangerWords({ kind, count })}: ${names.map(shown).join(', ')}${count > names.length ? ' …' : ''} (--lift ${kind}=${count})`;

function lineOf(step: PlanStep): string {
  const sign = step.from === null ? '+' : step.to === null ? '-' : '~';
  return `${sign} ${stepText(step)}${step.needs === null ? '' : ' [left out]'}`;
}
