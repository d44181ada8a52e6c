import type { HostResult, RefreshRefusal, RepositoriesRefusal } from '../domain/host-refusal.ts';
import type { CoveredRepository, GrantedInstallation, Installation, Permissions } from '../domain/installation.ts';
import type { TokenGrant } from '../domain/session.ts';
import type { Result } from '../lib/result.ts';
import type { HostToken } from '../lib/secrets.ts';
import type { HostMembership } from './people/types.ts';

/** Calls with the credentials of the App, and those that sign people in. */
export interface HostCalls {
  /** Makes no call. */
  authorizationUrl(request: AuthorizationRequest): string;
  exchangeCode(exchange: CodeExchange): Promise<HostResult<TokenGrant>>;
  /** The old pair stops working at once. If no new refresh token comes, the grant keeps the old one. */
  refresh(refreshToken: HostToken): Promise<Result<TokenGrant, RefreshRefusal>>;
  /** Takes two seconds at most. */
  installUrl(request: InstallRequest): Promise<string>;
  /** Returns null if the installation does not exist or is on an enterprise. */
  installation(id: number): Promise<HostResult<Installation | null>>;
  /** Null requests the first page. */
  installations(page?: string | null): Promise<HostResult<InstallationsPage>>;
  /** With validators, the request is conditional. The code host returns the list if it cannot compare. */
  repositoriesOf(
    installationId: number,
    validators?: ListValidators | null,
  ): Promise<Result<RepositoryListResult, RepositoriesRefusal>>;
  /** Newest first. The platform keeps about three days. */
  deliveriesSince(since: Date): Promise<HostResult<readonly Delivery[]>>;
  /** The new delivery keeps its GUID. */
  redeliver(deliveryId: string): Promise<HostResult<void>>;
  installationOn(organization: string): Promise<HostResult<GrantedInstallation | null>>;
  /** Cached for a few minutes. */
  registeredApp(): Promise<HostResult<RegisteredApp>>;
}

export interface AuthorizationRequest {
  readonly state: string;
  readonly redirectUri: string;
  /** PKCE challenge, method S256. */
  readonly codeChallenge: string;
}

export interface CodeExchange {
  readonly code: string;
  readonly redirectUri: string;
  readonly codeVerifier: string;
}

export interface InstallRequest {
  readonly state: string;
  /** Account to install on; null lets people choose. */
  readonly targetId: number | null;
}

declare const readAndAbsent: unique symbol;

/**
 * Proof that something is not there: it was not found, and the caller was an owner of its organization directly
 * afterwards. A 404 alone is none, and lists hide things from others.
 */
export interface Absent {
  readonly kind: 'absent';
  readonly organizationId: number;
  readonly [readAndAbsent]: true;
}

export type Reading<T> = { readonly kind: 'present'; readonly value: T } | Absent;

export const present = <T>(value: T): Reading<T> => ({ kind: 'present', value });

/** Null unless the caller owns the organization now. */
export const absentFor = (own: HostMembership, organizationId: number): Absent | null =>
  own.kind === 'active' && own.role === 'admin' && own.organization.id === organizationId
    ? ({ kind: 'absent', organizationId } as Absent)
    : null;

/** Both addresses are on the code host's web origin. */
export interface RegisteredApp {
  readonly permissions: Permissions;
  readonly page: string | null;
  /** Where its owner changes requested permissions; null if unknown. */
  readonly permissionsPage: string | null;
}

/** One validator per page, sent only to the code host. Together they identify the list. */
export type ListValidators = readonly string[];

export type RepositoryListResult =
  | { readonly kind: 'unchanged' }
  | {
      readonly kind: 'listed';
      readonly repositories: readonly CoveredRepository[];
      readonly validators: ListValidators | null;
    };

/** Installations on enterprises are omitted. */
interface InstallationsPage {
  readonly installations: readonly Installation[];
  /** Cursor; null after the last page. */
  readonly next: string | null;
}

export interface Delivery {
  /** A decimal number too large for a JavaScript number. */
  readonly id: string;
  /** Shared by all attempts to deliver an event. */
  readonly guid: string;
  readonly event: string;
  /** Null if the code host does not say. */
  readonly installationId: number | null;
  readonly succeeded: boolean;
  readonly deliveredAt: Date;
}
