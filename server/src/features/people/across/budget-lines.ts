import type { BudgetLine } from '@orgdesk/contract';
import type { BudgetedReads } from '../../../code-host/send/call-meter.ts';

export const budgetLines = ({ counts }: Pick<BudgetedReads, 'counts'>): readonly BudgetLine[] =>
  counts().map(({ resource, used, unchanged, remaining, limit, reserve, resetAt }) => ({
    kind: 'budget',
    resource,
    used,
    unchanged,
    remaining,
    limit,
    reserve,
    resetAt: resetAt?.toISOString() ?? null,
  }));
