import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { FRESH_SIGN_IN_MINUTES } from '../limits.ts';
import { Nullable, type Shape } from '../shape.ts';
import { OrganizationParams } from './organization.ts';

/** Keeps, or may keep, the App from carrying out jobs. Only the first keeps an owner from allowing it. */
export const AppWorkObstacle = Type.Union([
  Type.Literal('no-webhook-secret', {
    description: 'The service checks no signatures of webhooks, so forged ones could confirm changes.',
  }),
  Type.Literal('app-missing', { description: 'The App is not installed on the organization.' }),
  Type.Literal('app-suspended', { description: 'The installation is suspended.' }),
  Type.Literal('permission-missing', { description: '`missing` names what the organization did not grant.' }),
  Type.Literal('reads-differ', {
    description:
      'With its own token, the App reads another list of owners than the signed-in person, or an empty one. Before each change, jobs look in that list for whoever approved them.',
  }),
  Type.Literal('unread', {
    description: 'The installation, or one of both lists of owners, could not be read: this is not known.',
  }),
]);
export type AppWorkObstacle = Shape<typeof AppWorkObstacle>;

/** What is not documented of Apps. Tried by the first job that needs it. */
export const AppWorkTrial = Type.Object({
  trial: Type.Union([
    Type.Literal('invite-by-email', { description: 'An invitation to an email address.' }),
    Type.Literal('invite-as-owner', { description: 'An invitation that makes somebody an owner.' }),
  ]),
  outcome: Type.Union([
    Type.Literal('not-tried', { description: 'Not by this installation.' }),
    Type.Literal('worked'),
    Type.Literal('refused', { description: 'Such steps wait for somebody who is signed in.' }),
  ]),
  message: Nullable(Type.String({ description: 'Why the code host refused it, in its words. Otherwise null.' })),
});
export type AppWorkTrial = Shape<typeof AppWorkTrial>;

export const AppWorkAnswer = Type.Object({
  isOn: Type.Boolean({ description: 'Whether approved jobs continue through the App after a sign-out.' }),
  version: Type.Integer({ minimum: 0, description: 'Grows with each change; 0 before the first.' }),
  changedAt: Nullable(Type.String({ format: 'date-time' })),
  changedBy: Nullable(Type.String({ description: 'Login.' })),
  obstacles: Type.Array(AppWorkObstacle),
  unreadMessage: Nullable(
    Type.String({
      description:
        'Why the App could not read something, with the permissions that the code host names for it. Null if not known, or without the obstacle `unread`.',
    }),
  ),
  missing: Type.Array(Type.Object({ name: Type.String(), level: Type.String() }), {
    description: 'Permissions of the App that the work needs and the installation lacks.',
  }),
  repositories: Nullable(
    Type.Union([Type.Literal('all'), Type.Literal('selected')], {
      description:
        'With `selected`, steps about access to repositories wait for somebody who is signed in. Null if unknown.',
    }),
  ),
  trials: Type.Array(AppWorkTrial, { description: 'One entry each, also of those not tried.' }),
  jobs: Type.Integer({ minimum: 0, description: 'Unfinished jobs that continue after a sign-out.' }),
});
export type AppWorkAnswer = Shape<typeof AppWorkAnswer>;

export const ChangeAppWorkRequest = Type.Object({
  version: Type.Integer({ minimum: 0, description: 'Version of the setting that the request replaces.' }),
  isOn: Type.Boolean(),
});
export type ChangeAppWorkRequest = Shape<typeof ChangeAppWorkRequest>;

const APP_WORK = '/api/organizations/{login}/app-work';
const answers = { 200: { description: 'The setting, and what stands in its way.', json: AppWorkAnswer } } as const;

export const GET_APP_WORK = endpoint({
  id: 'getAppWork',
  method: 'GET',
  path: APP_WORK,
  chapter: 'Organizations',
  summary: 'Get whether jobs continue after a sign-out',
  description: `
    For current owners of the organization. Where it is on, whoever starts a job can have it continue through the App after
    their session has ended.

    Nothing is tried, and nothing changed. Where the installation is usable, the owners that it lists are compared by ID with those
    that the person's own token lists. Reads of the App count among the ten checks a minute of
    \`getOrganizationAccess\`: beyond them, or after four seconds, there is the obstacle \`unread\`.
  `,
  session: 'needed',
  params: OrganizationParams,
  answers,
});

export const CHANGE_APP_WORK = endpoint({
  id: 'changeAppWork',
  method: 'POST',
  path: APP_WORK,
  chapter: 'Organizations',
  summary: 'Change whether jobs continue after a sign-out',
  description: `
    For current owners of the organization. Switching it on needs a sign-in of the last ${FRESH_SIGN_IN_MINUTES} minutes and a webhook secret
    of the service. Switching it off stops every job that goes on through the App before its next change; switching it on
    again resumes none of them. With one audit entry. The same value again changes nothing.

    Checks, in this order: session, cross-site, body, organization, rights, version, webhook secret, sign-in, number of changes.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: ChangeAppWorkRequest,
  entries: ['organization.app_work_changed'],
  answers,
});
