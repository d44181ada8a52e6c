import type { PlanStep } from '@orgdesk/contract';
import { ORGANIZATION_PLAN_STEPS_MAX } from '@orgdesk/contract/limits';
import type { HostAccount } from '../../code-host/people/types.ts';
import { foldLogin } from '../../domain/account.ts';
import type { DesiredOrganization } from './desired.ts';
import { planSteps } from './plan-steps.ts';
import type { CurrentOrganization } from './read-organization.ts';

/** What files want, what there is, and what stays as it is. */
export interface StepsToPlan {
  readonly desired: DesiredOrganization;
  readonly current: CurrentOrganization;
  readonly accounts: ReadonlyMap<string, HostAccount>;
  readonly viewerId: number;
  readonly unmanaged: ReadonlySet<string>;
}

/** Steps that are left out may come on top of those that a plan may have. */
const STEPS_MAX = 2 * ORGANIZATION_PLAN_STEPS_MAX;

/** Returns null for more steps than any plan can have. */
export function stepsOf({ desired, current, accounts, viewerId, unmanaged }: StepsToPlan): readonly PlanStep[] | null {
  const steps = planSteps(desired, current, { idOf: idIn(current, accounts), viewerId, unmanaged });
  return steps.length > STEPS_MAX ? null : steps;
}

export function idIn({ people, outside }: CurrentOrganization, accounts: ReadonlyMap<string, HostAccount>) {
  const ids = new Map([...people, ...outside].map(({ id, login }) => [foldLogin(login), id]));
  return (login: string): number | null => ids.get(foldLogin(login)) ?? accounts.get(foldLogin(login))?.id ?? null;
}
