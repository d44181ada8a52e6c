import { OrganizationAnswer, OrganizationParams, OrganizationsAnswer } from '@orgdesk/contract';
import { answersOf, NEEDS_SESSION, type Operation, refusals } from '../../http/contract/operation.ts';
import { wireOf } from './messages.ts';

export const LIST_ORGANIZATIONS: Operation = {
  id: 'listOrganizations',
  chapter: 'Organizations',
  summary: 'The organizations of the signed-in person',
  description: 'Sorted by login, from stored data. Role and membership are those of the sign-in.',
  session: 'needed',
  answers: answersOf({ 200: { description: 'The organizations.', json: OrganizationsAnswer } }, NEEDS_SESSION),
};

export const GET_ORGANIZATION: Operation = {
  id: 'getOrganization',
  chapter: 'Organizations',
  summary: 'One of them',
  description: 'An organization that does not exist and one of others look the same.',
  session: 'needed',
  params: OrganizationParams,
  answers: answersOf(
    { 200: { description: 'The organization.', json: OrganizationAnswer } },
    NEEDS_SESSION,
    refusals(wireOf),
  ),
};
