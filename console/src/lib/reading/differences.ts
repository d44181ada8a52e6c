import type { OrganizationPlan } from '@orgdesk/client';

/** Without steps, a login may still belong to another account. */
export const differencesIn = ({ steps, dangers }: Pick<OrganizationPlan, 'steps' | 'dangers'>): number =>
  steps.length || dangers.length;
