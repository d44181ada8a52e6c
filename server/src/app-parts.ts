import type { FastifyBaseLogger } from 'fastify';
import type { SharedAllowances } from './allowances/shared-allowances.ts';
import type { Audited } from './audit-trail/audited.ts';
import type { Claimed } from './audit-trail/claimed.ts';
import type { AboutRoutesDeps } from './capabilities/about/routes.ts';
import type { GraphqlProxyRoutesDeps } from './capabilities/graphql-proxy/routes.ts';
import type { InvitationRoutesDeps } from './capabilities/invitations/routes.ts';
import type { PeopleRoutesDeps } from './capabilities/people/routes.ts';
import type { ConsoleAssetsOptions } from './http/answers/console-assets.ts';
import type { ContractDocumentOptions } from './http/contract/contract-document.ts';
import type { AccessLogOptions } from './http/operators/access-log.ts';
import type { HealthOptions } from './http/operators/health.ts';
import type { DrainOptions } from './http/server/drain.ts';
import type { InstallationCache } from './installation-cache/installation-cache.ts';
import type { InvitationJobs } from './invitation-jobs/invitation-jobs.ts';
import type { Worker } from './jobs/worker.ts';
import type { CodeHost } from './ports/code-host/code-host.ts';
import type { InstallationRequestsHost } from './ports/code-host/installation-requests.ts';
import type { PeopleHost } from './ports/code-host/people.ts';
import type { PeopleChangesHost } from './ports/code-host/people-changes.ts';
import type { ReachedRepositoriesHost } from './ports/code-host/reached-repositories.ts';
import type { Observations } from './ports/operators/observations.ts';
import type { Traces } from './ports/operators/traces.ts';
import type { SessionStore } from './ports/storage/sessions.ts';
import type { Storage } from './ports/storage/storage.ts';
import type { Clock, Entropy, Log } from './ports/system.ts';
import type { StateTokens } from './security/state-token.ts';
import type { FreshSession } from './sessions/fresh-session.ts';
import type { LiveMembership } from './sessions/live-membership.ts';
import type { LiveRights } from './sessions/live-rights.ts';
import type { SessionUses } from './sessions/session-uses.ts';

export interface AppParts {
  readonly codeHost: CodeHost & InstallationRequestsHost & PeopleChangesHost & PeopleHost & ReachedRepositoriesHost;
  readonly storage: Pick<Storage, 'accessExports' | 'auditTrail' | 'events' | 'invitationJobs' | 'ready'>;
  readonly allowances: Pick<SharedAllowances, 'of'>;
  readonly cache: InstallationCache;
  readonly sessions: SessionStore;
  readonly sessionUses: SessionUses;
  readonly freshSession: FreshSession;
  readonly liveMembership: LiveMembership;
  readonly liveRights: LiveRights;
  readonly audited: Audited;
  readonly claimed: Claimed;
  readonly jobs: Pick<InvitationJobs, 'wake' | 'countSends'>;
  readonly accessExports: Pick<Worker, 'wake'>;
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
    readonly log: FastifyBaseLogger;
    /** Default: `DOWNLOAD_LIMIT_MS`. */
    readonly downloadLimitMs?: number | undefined;
    /** Requests per minute and client; null means no limit. */
    readonly rateLimit: number | null;
    readonly auditDays: number;
    /** Proxies whose `X-Forwarded-For` is trusted. */
    readonly trustedProxies: readonly string[];
    readonly console: ConsoleAssetsOptions | null;
  };
