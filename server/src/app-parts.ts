import type { AboutRoutesDeps } from './capabilities/about/routes.ts';
import type { GraphqlProxyRoutesDeps } from './capabilities/graphql-proxy/routes.ts';
import type { InvitationRoutesDeps } from './capabilities/invitations/routes.ts';
import type { PeopleRoutesDeps } from './capabilities/people/routes.ts';
import type { ConsoleAssetsOptions } from './http/answers/console-assets.ts';
import type { ContractDocumentOptions } from './http/contract/contract-document.ts';
import type { AccessLogOptions } from './http/operators/access-log.ts';
import type { HealthOptions } from './http/operators/health.ts';
import type { DrainOptions } from './http/server/drain.ts';
import type { ExactAccessHost } from './ports/code-host/access/exact-access.ts';
import type { OrganizationRolesHost } from './ports/code-host/access/organization-roles.ts';
import type { PersonalTokensHost } from './ports/code-host/access/personal-tokens.ts';
import type { ReachedRepositoriesHost } from './ports/code-host/access/reached-repositories.ts';
import type { BudgetedHost } from './ports/code-host/budgeted-reads.ts';
import type { CodeHost } from './ports/code-host/code-host.ts';
import type { InstallationRequestsHost } from './ports/code-host/installation-requests.ts';
import type { PeopleHost } from './ports/code-host/people.ts';
import type { PeopleChangesHost } from './ports/code-host/people-changes.ts';
import type { Observations } from './ports/operators/observations.ts';
import type { Traces } from './ports/operators/traces.ts';
import type { CountSends } from './ports/storage/sends.ts';
import type { SessionStore } from './ports/storage/sessions.ts';
import type { Storage } from './ports/storage/storage.ts';
import type { Clock, Entropy, Log } from './ports/system.ts';
import type { StateTokens } from './security/state-token.ts';
import type { SharedAllowances } from './shared/allowances/shared-allowances.ts';
import type { Audited } from './shared/audit-trail/audited.ts';
import type { Claimed } from './shared/audit-trail/claimed.ts';
import type { SignNote } from './shared/audit-trail/sign-note.ts';
import type { Worker } from './shared/due-work/worker.ts';
import type { InstallationCache } from './shared/installation-cache/installation-cache.ts';
import type { FreshSession } from './shared/sessions/fresh-session.ts';
import type { LiveMembership } from './shared/sessions/live-membership.ts';
import type { LiveRights } from './shared/sessions/live-rights.ts';
import type { SessionUses } from './shared/sessions/session-uses.ts';

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
