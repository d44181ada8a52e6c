import { AccessAnswer, OrganizationParams } from '@orgdesk/contract';
import { answersOf, NEEDS_SESSION, type Operation, refusals } from '../../http/contract/operation.ts';
import { wireOf } from './messages.ts';

export const GET_ORGANIZATION_ACCESS: Operation = {
  id: 'getOrganizationAccess',
  chapter: 'Organizations',
  summary: 'Why somebody sees less of an organization than there is',
  description:
    'Asks the code host at once: for the membership with the token of the signed-in person, for the installation only ' +
    'on behalf of members. An organization that does not exist and one of others look the same.',
  session: 'needed',
  params: OrganizationParams,
  answers: answersOf(
    { 200: { description: 'What limits the access, and what could not be looked at.', json: AccessAnswer } },
    NEEDS_SESSION,
    refusals(wireOf),
  ),
};
