import { ApiError, validationFailed } from '../../api/errors.ts';

/** Only the texts about members, inviter and quota were observed. Of the inviter: octokit/octokit.js, issue 1152. */
export const INVITATION_REFUSALS = {
  'already-member': 'Invitee is already a part of this organization',
  'address-already-member': 'A user with this email address is already a part of this organization',
  'already-invited': 'Invitee has already been invited to this organization',
  'failed-before': 'Invitee already has a failed invitation to this organization',
  suspended: 'Invitee is suspended',
  'not-managed': 'Only managed users of the enterprise can be added',
  'inviter-not-owner': 'Inviter must be an organization admin',
  disabled: 'Invitations are disabled for this organization',
  'unknown-invitee': 'Invitee could not be found',
  'unknown-team': 'Team could not be found in this organization',
  'over-quota': 'Over invitation rate limit',
} as const;

export type InvitationRefusal = keyof typeof INVITATION_REFUSALS;

export const invitationRefused = (refusal: InvitationRefusal) =>
  validationFailed({
    resource: 'OrganizationInvitation',
    code: 'unprocessable',
    field: 'data',
    message: INVITATION_REFUSALS[refusal],
  });

export const invalidField = (field: string) =>
  validationFailed({ resource: 'OrganizationInvitation', code: 'invalid', field });

export const invalidMember = (field: string) =>
  validationFailed({ resource: 'OrganizationMember', code: 'invalid', field });

/** Wording reported for the membership call. `url` sells seats. */
export const noSeat = (url: string) =>
  new ApiError(
    422,
    'You must purchase at least one more seat to add this user as a member.',
    {},
    [{ code: 'no_seat', field: 'user' }],
    url,
  );

export const NOT_AN_OWNER = {
  invite: 'You must be an admin to create an invitation to an organization.',
  cancel: 'You must be an admin to cancel an invitation to an organization.',
  list: 'You must be an admin to list the invitations of an organization.',
  setMembership: 'You must be an admin to add or update an organization membership.',
  removeMembership: 'You must be an admin to remove an organization membership.',
  convert: 'You must be an admin to convert a member of an organization to an outside collaborator.',
  removeOutside: 'You must be an admin to remove an outside collaborator of an organization.',
  setTeam: 'You must be an organization owner or team maintainer to add a team membership.',
  removeTeam: 'You must be an organization owner or team maintainer to remove a team membership.',
  listOutside: 'You must be an admin to list the outside collaborators of an organization.',
} as const;
