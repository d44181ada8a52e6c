import { Type } from 'typebox';
import { ok } from '../../../../domain/result.ts';
import type { CallBudget } from '../../../../ports/code-host/app-checks.ts';
import type { HostResult } from '../../../../ports/code-host/refusals.ts';
import { hostPath } from '../../host-path.ts';
import { bodyOf, type SendAs } from '../../send/send.ts';

const Resource = Type.Object({
  limit: Type.Integer({ minimum: 0 }),
  remaining: Type.Integer({ minimum: 0 }),
  reset: Type.Integer({ minimum: 0, maximum: 8_000_000_000_000 }),
});
const Limits = Type.Object({
  resources: Type.Object({ core: Resource, graphql: Type.Optional(Resource) }),
});

/** This call is free. An Enterprise Server without limits answers 404. */
export async function readBudget(sendAsInstallation: SendAs): Promise<HostResult<readonly CallBudget[]>> {
  const response = bodyOf(await sendAsInstallation({ url: hostPath`/rate_limit` }), Limits);
  if (!response.ok) return response.refusal.kind === 'missing' ? ok([]) : response;
  const { core, graphql } = response.value.resources;
  const budgetOf = (kind: CallBudget['kind'], { limit, remaining, reset }: typeof core): CallBudget => ({
    kind,
    limit,
    remaining,
    resetAt: new Date(reset * 1000),
  });
  return ok([budgetOf('REST', core), ...(graphql === undefined ? [] : [budgetOf('GraphQL', graphql)])]);
}
