import { MassInviteAnswer, MassInviteQuery, MassInviteRequest, OrganizationParams } from '@orgdesk/contract';
import {
  answersOf,
  NEEDS_SESSION,
  type Operation,
  READS_JSON,
  REFUSES_CROSS_SITE,
  refusals,
} from '../../http/contract/operation.ts';
import { wireOf } from './messages.ts';

export const INVITE_MEMBERS: Operation = {
  id: 'inviteMembers',
  chapter: 'Organizations',
  summary: 'Invite up to fifty people into an organization',
  description:
    'For admins of the organization, as of the sign-in. Five logins of a session at a time, each tried once; a login ' +
    'that fails is listed with the reason and keeps none of the others. After a rate limit the rest is not sent, and is ' +
    'listed with it; so is, as not tried, what was not sent after 40 seconds or when the service stopped. Checks, in this order: session, other site, organization, ' +
    'body, list, entries, number, rights. With `reasons=true`, each login that failed has a reason for programs too.',
  session: 'needed',
  params: OrganizationParams,
  query: MassInviteQuery,
  body: MassInviteRequest,
  answers: answersOf(
    { 200: { description: 'Every login in exactly one of the two lists, in the order sent.', json: MassInviteAnswer } },
    NEEDS_SESSION,
    REFUSES_CROSS_SITE,
    READS_JSON,
    refusals(wireOf),
  ),
};
