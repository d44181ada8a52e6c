import type { Audited } from './audit/audited.ts';
import type { Claimed } from './audit/claimed.ts';
import type { SignNote } from './audit/sign-note.ts';
import type { InstallationRequestsHost } from './code-host/app/installation-requests.ts';
import type { OrganizationRolesHost } from './code-host/people/access/organization-roles.ts';
import type { PersonalTokensHost } from './code-host/people/access/personal-tokens.ts';
import type { ReachedRepositoriesHost } from './code-host/people/access/reached-repositories.ts';
import type { BudgetedHost } from './code-host/people/budgeted-reads.ts';
import type { PeopleChangesHost } from './code-host/people/changing/people-changes.ts';
import type { PeopleHost } from './code-host/people/types.ts';
import type { ExactAccessHost } from './code-host/teams/exact-access.ts';
import type { CodeHost } from './code-host/types.ts';
import type { Observations } from './domain/observations.ts';
import type { AboutRoutesDeps } from './features/about/routes.ts';
import type { GraphqlProxyRoutesDeps } from './features/graphql-proxy/routes.ts';
import type { InstallationCache } from './features/installations/cache/installation-cache.ts';
import type { InvitationRoutesDeps } from './features/invitations/mass/routes.ts';
import type { PeopleRoutesDeps } from './features/people/routes.ts';
import type { SharedAllowances } from './http/allowances/shared-allowances.ts';
import type { ConsoleAssetsOptions } from './http/answers/console-assets.ts';
import type { ContractDocumentOptions } from './http/contract/contract-document.ts';
import type { AccessLogOptions } from './http/operators/access-log.ts';
import type { HealthOptions } from './http/operators/health.ts';
import type { DrainOptions } from './http/server/drain.ts';
import type { Worker } from './jobs/due-work/worker.ts';
import type { CountSends } from './jobs/store/sends.ts';
import type { StateTokens } from './lib/crypto/state-token.ts';
import type { Clock, Entropy, Log } from './lib/system.ts';
import type { Traces } from './lib/traces.ts';
import type { FreshSession } from './sessions/fresh-session.ts';
import type { LiveMembership } from './sessions/live-membership.ts';
import type { LiveRights } from './sessions/live-rights.ts';
import type { SessionUses } from './sessions/session-uses.ts';
import type { SessionStore } from './sessions/store/types.ts';
import type { Storage } from './storage.ts';

export interface AppParts {
  readonly codeHost: CodeHost &
    BudgetedHost &
    ExactAccessHost &
    InstallationRequestsHost &
    OrganizationRolesHost &
    PeopleChangesHost &
    PeopleHost &
    PersonalTokensHost &
    ReachedRepositoriesHost;
  readonly storage: Storage;
  readonly allowances: Pick<SharedAllowances, 'of'>;
  readonly cache: InstallationCache;
  readonly sessions: SessionStore;
  readonly sessionUses: SessionUses;
  readonly freshSession: FreshSession;
  readonly liveMembership: LiveMembership;
  readonly liveRights: LiveRights;
  readonly audited: Audited;
  readonly claimed: Claimed;
  readonly countSends: CountSends;
  readonly dueWork: Pick<Worker, 'wake'>;
  /** Null if nothing is signed. */
  readonly signNote: SignNote;
  readonly stateTokens: StateTokens;
  readonly signingKey: Uint8Array;
  readonly clock: Clock;
  readonly entropy: Entropy;
  readonly log: Log;
  readonly observations: Observations;
  readonly traces: Traces;
  /** Public origin, without a path. */
  readonly baseUrl: URL;
  readonly app: {
    /** Numeric ID, as in webhooks. */
    readonly id: number;
    /** Null accepts webhooks unverified. */
    readonly webhookSecret: string | null;
    readonly codeHostUrl: URL;
  };
}

export type AppOptions = AboutRoutesDeps &
  AccessLogOptions &
  ContractDocumentOptions &
  DrainOptions &
  Omit<HealthOptions, 'storage'> &
  Pick<GraphqlProxyRoutesDeps, 'onlyShippedDocuments'> &
  Pick<InvitationRoutesDeps, 'inviteLimitMs'> &
  Pick<PeopleRoutesDeps, 'listLimitMs'> & {
    /** Default: `DOWNLOAD_LIMIT_MS`. */
    readonly downloadLimitMs?: number | undefined;
    /** Requests per minute and client; null means no limit. */
    readonly rateLimit: number | null;
    readonly auditDays: number;
    readonly appRedirects: readonly string[];
    /** Proxies whose `X-Forwarded-For` is trusted. */
    readonly trustedProxies: readonly string[];
    readonly console: ConsoleAssetsOptions | null;
  };
