import type { HostRefusal, HostResult } from '../../domain/host-refusal.ts';
import type { Installation, Permissions } from '../../domain/installation.ts';
import type { Result } from '../../lib/result.ts';

export interface Registration {
  readonly id: number;
  readonly slug: string;
  /** Null if the code host omits it. */
  readonly clientId: string | null;
  readonly owner: string | null;
  readonly isOwnedByPerson: boolean;
  readonly permissions: Permissions;
  readonly events: readonly string[];
  /** Both pages are on the code host's web origin; null if unknown. */
  readonly page: string | null;
  readonly settingsPage: string | null;
}

/**
 * `clock`: JWT from the past or future. `key`: JWT signed with another key. `unusable-key`: the key cannot sign.
 * `no-api`: the address serves no such API. `page`: it serves a web page. `moved`: it redirects. `suspended`: the App is.
 * `refused`: another 403.
 */
export type RegistrationRefusal =
  | { readonly kind: 'clock' | 'unknown-app' | 'key' | 'unusable-key'; readonly message: string }
  | { readonly kind: 'no-api' | 'page' | 'moved'; readonly status: number }
  | { readonly kind: 'ip-allow-list' | 'suspended' | 'refused'; readonly message: string }
  | { readonly kind: 'rate-limited'; readonly retryAt: Date | null }
  | { readonly kind: 'silent'; readonly message: string };

export interface RegistrationCheck {
  readonly registration: Result<Registration, RegistrationRefusal>;
  /** Offset of the code host's clock, accurate to a second; null if unknown. */
  readonly aheadMs: number | null;
  readonly serverVersion: string | null;
}

export interface WebhookSettings {
  readonly url: string | null;
  readonly contentType: string;
  readonly checksCertificate: boolean;
  readonly hasSecret: boolean;
}

export interface DeliveryOutcome {
  readonly guid: string;
  readonly succeeded: boolean;
  /** 0 or the code host's own code if the server did not answer. */
  readonly statusCode: number | null;
  readonly status: string | null;
  readonly deliveredAt: Date;
}

/** Who refused a delivery with 401 or 403. `signature-…`: orgdesk, with a reason; `orgdesk`: without one. */
export type DeliveryRefuser = 'signature-missing' | 'signature-wrong' | 'orgdesk' | 'other';

/** At most 100 deliveries each. */
export interface DeliveryOutcomes {
  readonly newest: readonly DeliveryOutcome[];
  readonly failed: readonly DeliveryOutcome[];
  /** Null if none or unreadable. */
  readonly refusedBy: DeliveryRefuser | null;
}

export interface CheckedInstallation extends Installation {
  readonly permissions: Permissions;
  /** Null if the code host sent no valid page. */
  readonly page: string | null;
}

export interface CheckedInstallations {
  readonly installations: readonly CheckedInstallation[];
  readonly isComplete: boolean;
}

export interface CallBudget {
  readonly kind: 'REST' | 'GraphQL';
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: Date;
}

export interface AddressCheck {
  readonly name: 'web' | 'rest' | 'graphql';
  readonly address: string;
  /** Any answer, or the service's own error text. `from` is the local address of the connection. */
  readonly outcome: Result<
    { readonly status: number; readonly from: string | null; readonly isProxied: boolean },
    string
  >;
}

/** `isEnterpriseServer`: by its address. The version is null if it is not known. */
export interface ServerVersion {
  readonly isEnterpriseServer: boolean;
  readonly version: string | null;
}

/** `not-asked`: there was no token to ask with. */
export type GraphqlCheck = HostResult<'answers' | 'not-asked'>;

/**
 * The checks change nothing but create installation tokens, valid for an hour and never exposed: one that may read, and
 * one for each call of `tokenRefusal`, which nothing is sent with.
 */
export interface AppChecks {
  registration(): Promise<RegistrationCheck>;
  webhook(): Promise<HostResult<WebhookSettings | null>>;
  deliveries(): Promise<HostResult<DeliveryOutcomes>>;
  clientIsKnown(): Promise<HostResult<boolean>>;
  installations(): Promise<HostResult<CheckedInstallations>>;
  /** Returns true if anonymous users see the App; null if the code host is private. */
  isPublic(slug: string): Promise<HostResult<boolean | null>>;
  budget(installationId: number): Promise<HostResult<readonly CallBudget[]>>;
  /** Why the code host refuses a token that may change members; null if it does not. */
  tokenRefusal(installationId: number): Promise<HostRefusal | null>;
  /** Asks only an Enterprise Server whose `header` names no version; without an installation, without a credential. */
  serverVersion(header: string | null, installationId: number | null): Promise<ServerVersion>;
  /** Sends one query; without an installation, without a credential. */
  graphql(installationId: number | null): Promise<GraphqlCheck>;
  reach(): Promise<readonly AddressCheck[]>;
  /** Calls the service's public address from this machine. */
  reachSelf(baseUrl: URL): Promise<Result<'orgdesk' | 'something-else', string>>;
}
