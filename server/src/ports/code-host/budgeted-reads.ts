import type { ReachedRepositoriesHost } from './access/reached-repositories.ts';
import type { CodeHost } from './code-host.ts';
import type { NamedAccount, OrganizationRequest, PeopleHost } from './people.ts';
import type { HostResult } from './refusals.ts';
import type { TeamsHost } from './teams/teams.ts';

/** Numbers of the code host are null until it sends some. */
export interface CallCount {
  readonly resource: 'core' | 'graphql';
  readonly used: number;
  /** Answered as unchanged, which the code host does not count. */
  readonly unchanged: number;
  readonly remaining: number | null;
  readonly limit: number | null;
  readonly reserve: number | null;
  readonly resetAt: Date | null;
}

/**
 * Reads of one person in many organizations. Calls are conditional on recent answers to the same token. At the reserve,
 * they are refused as `rate-limited` without being sent. Members have no names.
 */
export interface BudgetedReads {
  readonly codeHost: PeopleHost &
    Pick<CodeHost, 'hasInvitations' | 'listedInvitations' | 'organizationNow'> &
    ReachedRepositoriesHost &
    TeamsHost & {
      /** Returns null unless a person has this login. */
      accountWithLogin(
        request: Pick<OrganizationRequest, 'token' | 'end'>,
        login: string,
      ): Promise<HostResult<NamedAccount | null>>;
    };
  counts(): readonly CallCount[];
  /** Not null at the reserve. */
  limit(): { readonly retryAt: Date | null } | null;
}

export interface BudgetedHost {
  /** Counts from zero. */
  budgetedReads(): BudgetedReads;
}
