import { GraphqlProxyAnswer, GraphqlProxyRequest } from '@orgdesk/contract';
import {
  answersOf,
  NEEDS_SESSION,
  type Operation,
  READS_JSON,
  REFUSES_CROSS_SITE,
  refusals,
} from '../../http/contract/operation.ts';
import { wireOf } from './messages.ts';

const RETRY_AFTER = {
  type: 'string',
  description: 'Whole seconds until the code host may be asked again, when it said so.',
} as const;

export const RUN_GRAPHQL_OPERATION: Operation = {
  id: 'runGraphqlOperation',
  chapter: 'GraphQL proxy',
  summary: 'Run an allowed GraphQL read as the signed-in person',
  description:
    'Exactly one operation, a query, with an allowed name, its own root field and its own variables; everything else ' +
    'is refused before the code host is asked. Paged operations take a cursor in `after`.',
  session: 'needed',
  body: GraphqlProxyRequest,
  answers: answersOf(
    { 200: { description: 'The data, and what the code host withheld of it.', json: GraphqlProxyAnswer } },
    NEEDS_SESSION,
    REFUSES_CROSS_SITE,
    READS_JSON,
    refusals({ limited: wireOf['rate-limited'] }, { headers: { 'Retry-After': RETRY_AFTER } }),
    refusals(wireOf),
  ),
};
