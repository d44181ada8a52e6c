import { countsOf, dangerWords, differencesIn } from '@orgdesk/contract/organizations/file/plan-words';
import type { OrganizationPlan, PlanDanger, PlanStep } from '../../../../client/src/index.ts';
import { printable } from '../../output/printable.ts';

export const planAsText = (plan: OrganizationPlan): string =>
  [...summaryOf(plan), ...plan.dangers.map((danger) => `! ${dangerText(danger)}`), ...plan.steps.map(lineOf)]
    .map((line) => `${printable(line)}\n`)
    .join('');

export function planAsMarkdown(plan: OrganizationPlan): string {
  const dangers = plan.dangers.map((danger) => `> **${dangerText(danger, asCode)}**`);
  const shown = plan.steps.map((each) => withoutBackticks(lineOf(each)));
  const steps = shown.length === 0 ? [] : ['', '```diff', ...shown, '```'];
  const lines = [`### Plan for ${plan.organization.login}`, '', ...summaryOf(plan), '', ...dangers, ...steps];
  return lines.map((line) => `${printable(line)}\n`).join('');
}

function summaryOf(plan: OrganizationPlan): readonly string[] {
  if (differencesIn(plan) === 0) return ['Nothing to change.'];
  return [`${countsOf(plan.steps).join(', ') || 'No steps'}.`, `Plan ${plan.hash}`];
}

const withoutBackticks = (text: string): string => text.replaceAll('`', "'");
/** Names notify nobody and link nowhere there. */
const asCode = (name: string): string => `\`${withoutBackticks(name)}\``;

const dangerText = ({ kind, count, names }: PlanDanger, shown = (name: string): string => name): string =>
  `${dangerWords({ kind, count })}: ${names.map(shown).join(', ')}${count > names.length ? ' …' : ''} (--lift ${kind}=${count})`;

function lineOf({ kind, login, team, repository, from, to }: PlanStep): string {
  const sign = from === null ? '+' : to === null ? '-' : '~';
  const what = [login, team === null ? null : `team ${team}`, repository].filter((each) => each !== null).join(', ');
  const keys = Object.keys(to ?? from ?? {}).filter((key) => key !== 'parentId');
  const values = keys.map((key) => {
    const [before, after] = [from?.[key], to?.[key]];
    const shown = [before, after].filter((each) => each !== undefined).map((each) => each ?? 'none');
    return `${key} ${shown.join(' → ')}`;
  });
  return `${sign} ${kind.replaceAll('-', ' ')}: ${what}${values.length === 0 ? '' : ` (${values.join(', ')})`}`;
}
