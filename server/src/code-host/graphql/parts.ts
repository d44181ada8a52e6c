import { type Static, type TSchema, Type } from 'typebox';
import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import { ok, refuse } from '../../lib/result.ts';
import type { HostPage } from '../pages/pages.ts';
import { MISSING, UNEXPECTED, unreachable } from '../send/refusals.ts';
import { fits, TextOrNull } from '../send/shapes.ts';
import { type GraphqlData, refusalIn } from './graphql.ts';

export const PageInfo = Type.Object({ hasNextPage: Type.Boolean(), endCursor: TextOrNull });

export interface GraphqlPart<Data> {
  readonly data: Data;
  withheldUnless(isWhole: boolean): HostRefusal | null;
}

export function partOf<S extends TSchema>(
  answer: HostResult<GraphqlData>,
  schema: S,
): HostResult<GraphqlPart<Static<S>>> {
  if (!answer.ok) return answer;
  const { data, errors } = answer.value;
  const refusal = refusalIn(errors);
  if (!fits(schema, data)) return refuse(refusal ?? UNEXPECTED);
  return ok({
    data,
    withheldUnless: (isWhole) => refusal ?? (isWhole ? null : UNEXPECTED),
  });
}

/** Refuses what another organization has under the login. */
export const ofOrganization = <Data extends { readonly organization: { readonly databaseId: number } }>(
  part: HostResult<GraphqlPart<Data>>,
  organizationId: number,
): HostResult<GraphqlPart<Data>> =>
  part.ok && part.value.data.organization.databaseId !== organizationId ? refuse(MISSING) : part;

export const pageOf = <T>(body: T, { hasNextPage, endCursor }: Static<typeof PageInfo>): HostResult<HostPage<T>> =>
  hasNextPage && endCursor === null
    ? refuse(unreachable('a paged list has no next cursor'))
    : ok({ body, next: hasNextPage ? endCursor : null });
