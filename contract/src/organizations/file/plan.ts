import { Type } from 'typebox';
import { endpoint } from '../../endpoint.ts';
import { ORGANIZATION_FILES_BODY_MAX_BYTES, ORGANIZATION_PLAN_STEPS_MAX, PLAN_ACCOUNTS_MAX } from '../../limits.ts';
import { count } from '../../quantities.ts';
import { Nullable, type Shape } from '../../shape.ts';
import { OrganizationParams } from '../organization.ts';
import { RuledAccount } from '../owner-rules.ts';
import { CheckFilesAnswer, FileProblem, FilesRequest } from './check-files.ts';
import { PlanStep } from './plan-step.ts';

export const PlanDanger = Type.Object({
  kind: Type.Union([
    Type.Literal('no-owner-left'),
    Type.Literal('too-few-owners', {
      description: 'Owners would be lost, and those left would be fewer than the rules about owners demand.',
    }),
    Type.Literal('required-owner-lost', { description: 'Owners whom the rules require would be demoted or removed.' }),
    Type.Literal('owner-rules-loosened', {
      description: 'The files demand less about owners than those applied last.',
    }),
    Type.Literal('yourself', { description: 'You would lose your role.' }),
    Type.Literal('owners-lost', { description: 'Owners would be demoted or removed.' }),
    Type.Literal('many-removals', { description: 'More than 25 people, or 5 % of them, would be removed.' }),
    Type.Literal('memberships-lost', {
      description: 'More than 25 memberships of teams, or 20 % and at least 5 of them, would end.',
    }),
    Type.Literal('access-lost', {
      description:
        'More than 25 grants of access to repositories, or 20 % and at least 5 of them, would be removed or lowered. Access that a team inherits counts.',
    }),
    Type.Literal('teams-with-access', { description: 'Teams with access to repositories would be deleted.' }),
    Type.Literal('teams-with-people', { description: 'Teams with people would be deleted.' }),
    Type.Literal('new-owners'),
    Type.Literal('other-account', {
      description: 'Logins in the files belong to other accounts than when files were applied last.',
    }),
  ]),
  count: Type.Integer({ minimum: 0 }),
  names: Type.Array(Type.String()),
});
export type PlanDanger = Shape<typeof PlanDanger>;

const OwnerRules = Type.Object({ ownersMin: Type.Integer({ minimum: 1 }), requiredOwners: Type.Array(RuledAccount) });

/** What the dangers were judged by, and what is kept with the files. */
export const PlanBasis = Type.Object({
  ownerRules: Type.Object(OwnerRules.properties, { description: 'All that held: set, applied last and in the files.' }),
  demanded: Type.Object(OwnerRules.properties, { description: 'What the files demand.' }),
  accounts: Type.Array(RuledAccount, {
    maxItems: PLAN_ACCOUNTS_MAX,
    description: 'Whose the logins in the files are.',
  }),
});
export type PlanBasis = Shape<typeof PlanBasis>;

export const OrganizationPlan = Type.Object({
  version: Type.Literal(1),
  organization: Type.Object({ id: Type.Integer(), login: Type.String() }),
  /** First, because people must read them. */
  dangers: Type.Array(PlanDanger),
  /** In the order in which they are made. */
  steps: Type.Array(PlanStep, { maxItems: ORGANIZATION_PLAN_STEPS_MAX }),
  hash: Type.String({ description: 'SHA-256 of what is above. The same differences give the same hash.' }),
  files: Type.String({ description: 'SHA-256 of the files; empty if they are not kept.' }),
  basis: Type.Optional(PlanBasis),
  expiresAt: Type.String({ format: 'date-time' }),
  seal: Type.String({ description: 'Proves that the service made this plan for this person.' }),
});
export type OrganizationPlan = Shape<typeof OrganizationPlan>;

export const PlanHints = Type.Array(FileProblem, {
  description:
    'What the plan leaves as it is, and why, such as archived repositories and custom roles; and keys that are not the ' +
    'slugs of their teams.',
});

export const PlanFilesRequest = Type.Object({
  ...FilesRequest.properties,
  kept: Type.Optional(
    Type.Boolean({ description: 'False for a plan that is applied without its files. They then loosen no rules.' }),
  ),
});
export type PlanFilesRequest = Shape<typeof PlanFilesRequest>;

export const PlanFilesAnswer = Type.Object({
  /** Null if the files have problems. */
  plan: Nullable(OrganizationPlan),
  ...CheckFilesAnswer.properties,
  hints: PlanHints,
});
export type PlanFilesAnswer = Shape<typeof PlanFilesAnswer>;

export const PLAN_ORGANIZATION_FILES = endpoint({
  id: 'planOrganizationFiles',
  method: 'POST',
  path: '/api/organizations/{login}/files/plan',
  chapter: 'Organization files',
  summary: 'Plan the changes that files describe',
  description: `
    For current owners of the organization. Changes nothing. Compares the files with the organization as it is now, and lists up to
    ${count(ORGANIZATION_PLAN_STEPS_MAX)} steps. A section with the mode \`add-only\` removes and lowers nothing. Open invitations stay, and count
    as granted. A plan is valid for an hour.

    People, parents and repositories that do not exist, or have another name now, are problems. Access that cannot be changed one
    by one is left out and named as a hint: to archived repositories, by custom roles, of members, by roles for all repositories.

    Checks, in this order: session, cross-site, body, organization, rights, files.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: PlanFilesRequest,
  bodyMaxBytes: ORGANIZATION_FILES_BODY_MAX_BYTES,
  answers: { 200: { description: 'The plan, or the problems of the files.', json: PlanFilesAnswer } },
});
