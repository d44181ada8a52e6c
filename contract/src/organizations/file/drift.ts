import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { Nullable, type Shape } from '../../shape.ts';
import { OrganizationParams } from '../organization.ts';
import { CheckFilesAnswer, NamedFile } from './check-files.ts';
import { OrganizationPlan, PlanHints } from './plan.ts';

/** The newest entry of the audit log about what a step changes. */
export const DriftCause = Type.Object({
  step: Type.Integer({ minimum: 0, description: 'Index of the step.' }),
  entry: Type.Integer({ description: 'Number of the entry.' }),
  at: Type.String({ format: 'date-time' }),
  actor: Nullable(Type.String()),
  action: Type.String(),
});
export type DriftCause = Shape<typeof DriftCause>;

export const DriftQuery = Type.Object({
  files: Type.Union([Type.Literal('true'), Type.Literal('false')], {
    default: 'true',
    description: '`false` leaves out the files.',
  }),
});

export const DriftAnswer = Type.Object({
  /** Null if no plan was applied with its files. */
  applied: Nullable(
    Type.Object({
      at: Type.String({ format: 'date-time' }),
      by: Type.String(),
      hash: Type.String(),
      files: Type.Array(NamedFile),
    }),
  ),
  /** Restores what the files say; without steps, nothing has changed. */
  plan: Nullable(OrganizationPlan),
  ...CheckFilesAnswer.properties,
  hints: PlanHints,
  causes: Type.Array(DriftCause),
});
export type DriftAnswer = Shape<typeof DriftAnswer>;

export const GET_ORGANIZATION_DRIFT = endpoint({
  id: 'getOrganizationDrift',
  method: 'GET',
  path: '/api/organizations/{login}/files/drift',
  chapter: 'Organization files',
  summary: 'Compare the organization with the files applied last',
  description: `
    For current owners of the organization. The plan restores the files' state. The causes name who made a change, as far as the
    audit log knows.
  `,
  session: 'needed',
  params: OrganizationParams,
  query: DriftQuery,
  answers: { 200: { description: 'The differences.', json: DriftAnswer } },
});
