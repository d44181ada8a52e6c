import type { Installation } from '../../domain/app/installation.ts';
import type { Permissions } from '../../domain/app/permissions.ts';
import type { Result } from '../../domain/result.ts';
import type { Told } from './refusals.ts';

/** The App as it is registered, with what an operator compares. */
export interface Registration {
  readonly id: number;
  readonly slug: string;
  /** Null where the code host does not say. */
  readonly clientId: string | null;
  /** Null for an App of an enterprise. */
  readonly owner: string | null;
  readonly isOwnedByPerson: boolean;
  readonly permissions: Permissions;
  readonly events: readonly string[];
  /** Its public page, and where its owner changes it, on the code host's web origin; null when that is not known. */
  readonly page: string | null;
  readonly settingsPage: string | null;
}

/**
 * Why the App is not let in. `clock`: its proof is from the past or the future. `unknown-app`: there is none with that
 * number. `key`: the proof was not made with a key of that App. `unusable-key`: none can be made with it. `no-api`: what
 * answers there is no such API. `suspended`: the App itself is. `refused`: a 403 that says neither. Messages are the code
 * host's.
 */
export type NotLetIn =
  | { readonly kind: 'clock' | 'unknown-app' | 'key' | 'unusable-key'; readonly message: string }
  | { readonly kind: 'no-api'; readonly status: number }
  | { readonly kind: 'ip-allow-list' | 'suspended' | 'refused'; readonly message: string }
  | { readonly kind: 'rate-limited'; readonly retryAt: Date | null }
  | { readonly kind: 'silent'; readonly message: string };

/** The App, and how far the code host's clock is ahead of ours, a second more or less; null when it does not say. */
export interface SeenRegistration {
  readonly registration: Result<Registration, NotLetIn>;
  readonly aheadMs: number | null;
  /** Of an Enterprise Server, as its answer says; null of any other code host. */
  readonly serverVersion: string | null;
}

/** The App's webhook, as it is set up. */
export interface WebhookSettings {
  readonly url: string | null;
  readonly contentType: string;
  readonly checksCertificate: boolean;
  readonly hasSecret: boolean;
}

/** One attempt to deliver an event. */
export interface DeliveryOutcome {
  readonly guid: string;
  readonly succeeded: boolean;
  /** What was answered; 0 or one of the code host's own when nobody did. */
  readonly statusCode: number | null;
  /** In the code host's words. */
  readonly status: string | null;
  readonly deliveredAt: Date;
}

/**
 * Who refused a delivery with 401 or 403. `signature-missing` and `signature-wrong`: orgdesk, which says why; `orgdesk`: one
 * that does not say; `other`: something that is not orgdesk.
 */
export type DeliveryRefuser = 'signature-missing' | 'signature-wrong' | 'orgdesk' | 'other';

/** The newest deliveries, and the newest of those that failed; a hundred of each at most. */
export interface DeliveryOutcomes {
  readonly newest: readonly DeliveryOutcome[];
  readonly failed: readonly DeliveryOutcome[];
  /** Who refused the newest that was refused so; null when none was, or that could not be read. */
  readonly refusedBy: DeliveryRefuser | null;
}

/** An installation with what its owner granted. */
export interface CheckedInstallation extends Installation {
  readonly permissions: Permissions;
  /** Where its owner grants more; null when the code host named no page of its own. */
  readonly page: string | null;
}

/** Installations, as many as are read. */
export interface CheckedInstallations {
  readonly installations: readonly CheckedInstallation[];
  /** False when there are more. */
  readonly isComplete: boolean;
}

/** What is left of an hour's calls. */
export interface CallBudget {
  readonly kind: 'REST' | 'GraphQL';
  readonly limit: number;
  readonly remaining: number;
  readonly resetAt: Date;
}

/** An address of the code host, and what a call of it met. */
export interface ReachedAddress {
  readonly name: 'web' | 'rest' | 'graphql';
  readonly address: string;
  /** Any answer; or what kept it away, in words of ours. `from` is this machine's own address, or that to the proxy. */
  readonly outcome: Result<
    { readonly status: number; readonly from: string | null; readonly isProxied: boolean },
    string
  >;
}

/**
 * What a check of the set-up reads from the code host. It takes few calls and changes nothing, but that a token of one
 * installation is made for an hour, which nobody gets to see.
 */
export interface AppChecks {
  registration(): Promise<SeenRegistration>;
  /** Null when the App has none. */
  webhook(): Promise<Told<WebhookSettings | null>>;
  deliveries(): Promise<Told<DeliveryOutcomes>>;
  /** Whether the code host accepts the client ID with the client secret. */
  clientIsKnown(): Promise<Told<boolean>>;
  installations(): Promise<Told<CheckedInstallations>>;
  /** Whether somebody who is not signed in is shown the App; null where the code host shows nobody anything. */
  isPublic(slug: string): Promise<Told<boolean | null>>;
  /** Empty where the code host limits nothing. */
  budget(installationId: number): Promise<Told<readonly CallBudget[]>>;
  reach(): Promise<readonly ReachedAddress[]>;
  /** Whether something that calls itself orgdesk answers at the address of the service, asked from here. */
  reachSelf(baseUrl: URL): Promise<Result<'orgdesk' | 'something-else', string>>;
}
