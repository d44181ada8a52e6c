import { Type } from 'typebox';
import { ok } from '../../../../domain/result.ts';
import type { CallBudget } from '../../../../ports/code-host/app-checks.ts';
import type { Told } from '../../../../ports/code-host/refusals.ts';
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
export async function readBudget(sendAsInstallation: SendAs): Promise<Told<readonly CallBudget[]>> {
  const told = bodyOf(await sendAsInstallation({ url: '/rate_limit' }), Limits);
  if (!told.ok) return told.refusal.kind === 'missing' ? ok([]) : told;
  const { core, graphql } = told.value.resources;
  const budgetOf = (kind: CallBudget['kind'], { limit, remaining, reset }: typeof core): CallBudget => ({
    kind,
    limit,
    remaining,
    resetAt: new Date(reset * 1000),
  });
  return ok([budgetOf('REST', core), ...(graphql === undefined ? [] : [budgetOf('GraphQL', graphql)])]);
}
