import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { continueAfterSignOut, JobAnswer } from '../../jobs/job.ts';
import { APPLY_PLAN_BODY_MAX_BYTES, JOB_INVITATIONS_PER_HOUR } from '../../limits.ts';
import type { Shape } from '../../shape.ts';
import { OrganizationParams } from '../organization.ts';
import { FilesRequest } from './check-files.ts';
import { OrganizationPlan, PlanDanger } from './plan.ts';

export const ApplyPlanRequest = Type.Object({
  plan: OrganizationPlan,
  /** Of the plan; kept to find later differences. */
  files: Type.Optional(FilesRequest.properties.files),
  continueAfterSignOut,
  lifted: Type.Array(Type.Object({ kind: PlanDanger.properties.kind, count: PlanDanger.properties.count }), {
    maxItems: PlanDanger.properties.kind.anyOf.length,
    description: 'Every danger of the plan with its number.',
  }),
});
export type ApplyPlanRequest = Shape<typeof ApplyPlanRequest>;

export const APPLY_ORGANIZATION_PLAN = endpoint({
  id: 'applyOrganizationPlan',
  method: 'POST',
  path: '/api/organizations/{login}/files/apply',
  chapter: 'Organization files',
  summary: 'Apply a plan',
  description: `
    For current owners of the organization who made the plan. The same plan returns the same job. The job takes one step per second,
    and ${JOB_INVITATIONS_PER_HOUR} per hour for a person. Before each, it reads what the step changes, and skips the step if that is not what the plan
    saw. Each step is in the audit log with the hash of the plan before it is sent.

    Checks, in this order: session, cross-site, body, organization, rights, plan, rules about owners, dangers, whether it
    may continue after a sign-out, number of jobs.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: ApplyPlanRequest,
  bodyMaxBytes: APPLY_PLAN_BODY_MAX_BYTES,
  entries: ['job.started'],
  answers: { 202: { description: 'The job.', json: JobAnswer } },
});
