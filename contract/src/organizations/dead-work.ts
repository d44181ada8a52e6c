import { Type } from 'typebox';
import { endpoint } from '../endpoint.ts';
import { Nullable, type Shape } from '../shape.ts';
import { OrganizationParams } from './organization.ts';

export const DeadWork = Type.Object({
  id: Type.String({ description: 'Kind and key, separated by a dot.' }),
  kind: Type.String(),
  /** Failures in a row. */
  attempts: Type.Integer({ minimum: 0 }),
  /** The last failure. */
  reason: Nullable(Type.String()),
  createdAt: Type.String({ format: 'date-time' }),
  /** When it was given up. */
  diedAt: Type.String({ format: 'date-time' }),
});
export type DeadWork = Shape<typeof DeadWork>;

export const DeadWorkAnswer = Type.Object({ work: Type.Array(DeadWork) });
export type DeadWorkAnswer = Shape<typeof DeadWorkAnswer>;

export const RetriedWorkAnswer = Type.Object({ retried: Type.Boolean() });
export type RetriedWorkAnswer = Shape<typeof RetriedWorkAnswer>;

export const DeadWorkParams = Type.Object({
  ...OrganizationParams.properties,
  id: Type.String({ description: 'ID of the work.' }),
});

const DEAD_WORK = '/api/organizations/{login}/dead-work';

export const LIST_DEAD_WORK = endpoint({
  id: 'listDeadWork',
  method: 'GET',
  path: DEAD_WORK,
  chapter: 'Organizations',
  summary: 'List background work that failed too often, newest first',
  description: 'For current owners of the organization. Lists up to 100.',
  session: 'needed',
  params: OrganizationParams,
  answers: { 200: { description: 'The work.', json: DeadWorkAnswer } },
});

export const RETRY_DEAD_WORK = endpoint({
  id: 'retryDeadWork',
  method: 'POST',
  path: `${DEAD_WORK}/{id}/retry`,
  chapter: 'Organizations',
  summary: 'Retry background work that failed too often',
  description: 'Same access as listing it. `retried` is false if it is being retried already. Adds an audit entry.',
  session: 'needed',
  params: DeadWorkParams,
  entries: ['work.retried'],
  answers: { 200: { description: 'Whether this request retried it.', json: RetriedWorkAnswer } },
});
