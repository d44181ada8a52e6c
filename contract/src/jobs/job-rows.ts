import { Type } from 'typebox';
import { JOB_ROWS_PAGE, JOB_ROWS_PAGE_MAX } from '../limits.ts';
import { PlanStep } from '../organizations/file/plan-step.ts';
import { numberUpTo } from '../quantities.ts';
import { Nullable, type Shape } from '../shape.ts';
import { RowOutcome } from './job.ts';

export const JobRow = Type.Object({
  row: Type.Integer({ minimum: 1 }),
  login: Nullable(Type.String()),
  email: Nullable(Type.String({ description: 'Also null some days after the job ends.' })),
  userId: Nullable(Type.Integer({ description: 'Of a person whom the job changes.' })),
  /** Of an invitation, or of a person before the change. */
  role: Nullable(
    Type.Union([
      Type.Literal('direct_member'),
      Type.Literal('admin'),
      Type.Literal('billing_manager'),
      Type.Literal('member'),
      Type.Literal('outside_collaborator'),
    ]),
  ),
  teamIds: Type.Array(Type.Integer()),
  step: Nullable(PlanStep),
  outcome: RowOutcome,
  message: Nullable(Type.String({ description: "Usually the code host's message." })),
  settledAt: Nullable(Type.String({ format: 'date-time' })),
});
export type JobRow = Shape<typeof JobRow>;

export const JobRowsQuery = Type.Object({
  after: Type.Optional(
    Type.String({ pattern: '^\\d{1,5}$', description: 'Number of the last row on the previous page.' }),
  ),
  limit: Type.Optional(
    Type.String({
      pattern: numberUpTo(JOB_ROWS_PAGE_MAX),
      description: `1 to ${JOB_ROWS_PAGE_MAX}; default ${JOB_ROWS_PAGE}.`,
    }),
  ),
  outcome: Type.Optional(RowOutcome),
});
export type JobRowsQuery = Shape<typeof JobRowsQuery>;

export const JobRowsAnswer = Type.Object({
  rows: Type.Array(JobRow),
  next: Nullable(Type.Integer({ description: '`after` of the next page; null on the last page.' })),
});
export type JobRowsAnswer = Shape<typeof JobRowsAnswer>;
