import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import {
  CHANGE_PEOPLE_BODY_MAX_BYTES,
  CHANGED_PEOPLE_MAX,
  LOGIN_MAX_CHARACTERS,
  PEOPLE_PREVIEW_MAX_CHARACTERS,
  TEAM_SLUG_MAX_CHARACTERS,
} from '../limits.ts';
import { OrganizationParams } from '../organization.ts';
import { Nullable, type Shape } from '../shape.ts';
import { PersonRole } from './people.ts';

const TeamSlug = Type.String({ minLength: 1, maxLength: TEAM_SLUG_MAX_CHARACTERS });

/** ASCII letters of a slug match in either case. */
export const PeopleChange = Type.Union([
  Type.Object({ kind: Type.Literal('role'), role: Type.Union([Type.Literal('admin'), Type.Literal('member')]) }),
  Type.Object({ kind: Type.Literal('remove') }),
  Type.Object({
    kind: Type.Literal('convert', { description: 'Convert members to outside collaborators.' }),
  }),
  Type.Object({
    kind: Type.Literal('add-to-team'),
    team: TeamSlug,
    role: Type.Union([Type.Literal('member'), Type.Literal('maintainer')]),
  }),
  Type.Object({ kind: Type.Literal('remove-from-team'), team: TeamSlug }),
]);
export type PeopleChange = Shape<typeof PeopleChange>;

export const PreviewPeopleRequest = Type.Object({
  change: PeopleChange,
  logins: Type.Array(Type.String({ minLength: 1, maxLength: LOGIN_MAX_CHARACTERS }), {
    minItems: 1,
    maxItems: CHANGED_PEOPLE_MAX,
  }),
});
export type PreviewPeopleRequest = Shape<typeof PreviewPeopleRequest>;

/** Effects of a change on one person. */
export const PreviewedPerson = Type.Object({
  login: Type.String({ description: 'As spelled by the code host, or as sent if not found.' }),
  id: Nullable(Type.Integer({ minimum: 1 })),
  role: Nullable(PersonRole),
  verdict: Type.Union([
    Type.Literal('will-change'),
    Type.Literal('nothing-to-do', { description: 'Already the case.' }),
    Type.Literal('yourself', { description: "You can't change your own role." }),
    Type.Literal('last-owner', { description: 'No owner would be left.' }),
    Type.Literal('not-there', { description: 'Not in the organization.' }),
    Type.Literal('managed-elsewhere', { description: 'Determined by an enterprise team or a child team.' }),
    Type.Literal('unknown', { description: 'The code host did not report it; nothing will be done.' }),
  ]),
  /** Teams that the person leaves; null if unreadable. */
  teams: Nullable(Type.Array(Type.String())),
  /** Repositories to which the person loses access, as far as the App covers them; null if unreadable. */
  repositoryCount: Nullable(Type.Integer({ minimum: 0 })),
  /** Open invitations, which end when this sender is removed; null if unreadable. */
  sentInvitationCount: Nullable(Type.Integer({ minimum: 0 })),
  /** Possible effects that the opposite change does not undo. */
  notes: Type.Array(
    Type.Union([
      Type.Literal('seat-may-stay-taken'),
      Type.Literal('stays-in-enterprise'),
      Type.Literal('gets-full-control'),
      Type.Literal('loses-private-forks'),
    ]),
  ),
});
export type PreviewedPerson = Shape<typeof PreviewedPerson>;

export const PreviewPeopleAnswer = Type.Object({
  /** Sent back with the change, which does only what is shown. */
  preview: Type.String(),
  /** The service refuses the preview after this time. */
  expiresAt: Type.String({ format: 'date-time' }),
  change: PeopleChange,
  people: Type.Array(PreviewedPerson),
  /** True for more than `UNCONFIRMED_PEOPLE_MAX` people. */
  needsConfirmation: Type.Boolean(),
});
export type PreviewPeopleAnswer = Shape<typeof PreviewPeopleAnswer>;

export const ChangePeopleRequest = Type.Object({
  preview: Type.String({ minLength: 1, maxLength: PEOPLE_PREVIEW_MAX_CHARACTERS }),
  /** The organization's login, typed by a person. */
  confirmation: Type.Optional(Type.String({ maxLength: LOGIN_MAX_CHARACTERS })),
});
export type ChangePeopleRequest = Shape<typeof ChangePeopleRequest>;

export const ChangedPerson = Type.Object({
  id: Type.Integer({ minimum: 1 }),
  login: Type.String(),
  outcome: Type.Union([
    Type.Literal('done'),
    Type.Literal('nothing-to-do', { description: 'Already the case, for example after a repeated request.' }),
    Type.Literal('changed-since', { description: 'Changed since the preview: nothing was done.' }),
    Type.Literal('under-way', {
      description: 'The code host completes it later (conversion to an outside collaborator).',
    }),
    Type.Literal('refused'),
    Type.Literal('not-confirmed', { description: 'Sent, but without a usable response: it may have happened.' }),
    Type.Literal('not-tried', { description: 'Nothing was changed.' }),
  ]),
  error: Nullable(
    Type.String({
      description:
        "The code host's message if it refused; `An organization needs at least one owner.`; `They had left " +
        'the organization, so the code host sent an invitation instead.`; if nothing was sent, `Not changed: another ' +
        'request is already making this change.` or `The organization was renamed, so nothing was changed. Please ' +
        'reload the page and try again.`; otherwise null.',
    }),
  ),
  reason: Nullable(
    Type.Union([
      Type.Literal('last-owner'),
      Type.Literal('rate-limited'),
      Type.Literal('token-rejected'),
      Type.Literal('refused'),
      Type.Literal('unreachable'),
    ]),
  ),
});
export type ChangedPerson = Shape<typeof ChangedPerson>;

/** Only people that the preview would change, in its order. */
export const ChangePeopleAnswer = Type.Object({
  results: Type.Array(ChangedPerson),
  retryAfterSeconds: Nullable(Type.Integer({ minimum: 1 })),
});
export type ChangePeopleAnswer = Shape<typeof ChangePeopleAnswer>;

export const PREVIEW_PEOPLE_CHANGE = endpoint({
  id: 'previewPeopleChange',
  method: 'POST',
  path: '/api/organizations/{login}/people/preview',
  chapter: 'People',
  summary: 'Preview a change of people',
  description: `
    For current owners of the organization. Changes nothing. Each person counts once. A change that would
    not happen has no effects.

    Checks, in this order: session, cross-site, body, organization, rights, team.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: PreviewPeopleRequest,
  answers: { 200: { description: 'The effects for each person, in the order sent.', json: PreviewPeopleAnswer } },
});

export const CHANGE_PEOPLE = endpoint({
  id: 'changePeople',
  method: 'POST',
  path: '/api/organizations/{login}/people/change',
  chapter: 'People',
  summary: 'Apply a previewed change of people',
  description: `
    For current owners of the organization who created the preview. Only people in the preview
    are changed, and only if their role has not changed since. Each change is in the audit
    trail before it is sent, and sent once. Safe to repeat: if several requests make the same change at the same time, one
    makes it, and the others report that. If the login now belongs to another organization, nothing is sent.

    Checks, in this order: session, cross-site, body, organization, rights, preview, confirmation.
  `,
  session: 'needed',
  params: OrganizationParams,
  body: ChangePeopleRequest,
  bodyMaxBytes: CHANGE_PEOPLE_BODY_MAX_BYTES,
  entries: ['member.role_changed', 'member.removed', 'member.converted', 'team.member_added', 'team.member_removed'],
  answers: { 200: { description: 'The result for each person.', json: ChangePeopleAnswer } },
});
