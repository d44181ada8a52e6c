import type { Result } from '../../../domain/result.ts';
import type { ChangeTarget } from '../organization-changes.ts';
import type { OrganizationRequest } from '../people.ts';
import type { ChangeRefusal, HostResult } from '../refusals.ts';

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
