import { Type } from 'typebox';
import { sameLogin } from '../../domain/account.ts';
import type { ChangeRefusal, HostResult } from '../../domain/host-refusal.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { changeRefusalOf, type HostClient } from '../client.ts';
import { hostPath } from '../host-path.ts';
import { linkedPages, readPages } from '../pages.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import { HostId, HostLogin, TextOrNull } from '../send/shapes.ts';
import type { ChangeTarget, OrganizationRequest } from './types.ts';

/** A fine-grained token with access to an organization. */
export interface HostPersonalToken {
  /** Of the grant. */
  readonly id: number;
  readonly name: string;
  readonly grantedAt: string;
  readonly lastUsedAt: string | null;
  readonly expiresAt: string | null;
}

const Grants = Type.Array(
  Type.Object({
    id: HostId,
    owner: Type.Object({ login: HostLogin }),
    access_granted_at: Type.String(),
    token_name: Type.String(),
    token_expires_at: TextOrNull,
    token_last_used_at: TextOrNull,
  }),
);

const NO_CONTENT = 204;

/** GitHub docs: List fine-grained personal access tokens with access to organization resources. */
export async function readPersonalTokens(
  { send, log }: HostClient,
  { organization, end }: OrganizationRequest,
  login: string,
): Promise<HostResult<readonly HostPersonalToken[]>> {
  const url = hostPath`/orgs/${organization}/personal-access-tokens?owner[]=${login}`;
  const list = linkedPages(send, { call: 'organization.personal-tokens', url, end }, Grants);
  const pages = await readPages(list, LIST_BOUNDS.tokens, log);
  if (!pages.ok) return pages;
  // An older Enterprise Server may ignore the filter.
  const own = pages.value.flat().filter(({ owner }) => sameLogin(owner.login, login));
  return ok(
    own.map((grant) => ({
      id: grant.id,
      name: grant.token_name,
      grantedAt: grant.access_granted_at,
      lastUsedAt: grant.token_last_used_at ?? null,
      expiresAt: grant.token_expires_at ?? null,
    })),
  );
}

/** GitHub docs: Update the access a fine-grained personal access token has to organization resources. */
export async function revokePersonalToken(
  { change }: HostClient,
  target: ChangeTarget,
  id: number,
): Promise<Result<void, ChangeRefusal>> {
  const request = {
    method: 'POST',
    path: hostPath`/personal-access-tokens/${id}`,
    body: { action: 'revoke' },
  } as const;
  const answer = await change(target, { call: 'personal-token.revoke', ...request });
  if (!answer.ok) return answer;
  return answer.value.status === NO_CONTENT ? ok(undefined) : refuse(changeRefusalOf(UNEXPECTED));
}
