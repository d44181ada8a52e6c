import { Type } from 'typebox';
import { sameLogin } from '../../domain/account.ts';
import type { ChangeRefusal, HostResult } from '../../domain/host-refusal.ts';
import { LIST_BOUNDS } from '../../lib/limits/code-host.ts';
import { ok, type Result, refuse } from '../../lib/result.ts';
import { hostPath } from '../host-path.ts';
import { linkedPages, readPages } from '../pages.ts';
import { UNEXPECTED } from '../send/refusals.ts';
import { HostId, HostLogin, TextOrNull } from '../send/shapes.ts';
import { changeRefusalOf, type UserClient } from './memberships.ts';
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

export interface PersonalTokensHost {
  tokensOf(request: OrganizationRequest, login: string): Promise<HostResult<readonly HostPersonalToken[]>>;
  revokeToken(target: ChangeTarget, id: number): Promise<Result<void, ChangeRefusal>>;
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

/** GitHub docs: REST API endpoints for personal access tokens. */
export const createPersonalTokens = (
  clientOf: (token: Parameters<PersonalTokensHost['tokensOf']>[0]['token']) => UserClient,
): PersonalTokensHost => ({
  async tokensOf({ organization, token, end }, login) {
    const { send, log } = clientOf(token);
    const path = hostPath`/orgs/${organization}/personal-access-tokens?owner[]=${login}`;
    const pages = await readPages(linkedPages(send, path, Grants, end), LIST_BOUNDS.tokens, log);
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
  },
  async revokeToken(target, id) {
    const path = hostPath`/personal-access-tokens/${id}`;
    const answer = await clientOf(target.token).change(target, { method: 'POST', path, body: { action: 'revoke' } });
    if (!answer.ok) return answer;
    return answer.value.status === NO_CONTENT ? ok(undefined) : refuse(changeRefusalOf(UNEXPECTED));
  },
});
