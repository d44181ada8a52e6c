import type { RowOutcome } from '../../domain/invitations/invitation-job.ts';
import type { HostRefusal, RefreshRefusal } from '../code-host/refusals.ts';

/** Whose credential a call to the code host carries; `client`: the App's client secret, in its body. */
export type CallCredential = 'app' | 'installation' | 'user' | 'client';

/** How a call to the code host ended. `cancelled`: nobody wanted the answer any more. */
export type CallOutcome = 'ok' | 'not-modified' | 'timeout' | 'cancelled' | HostRefusal['kind'];

/**
 * How a sign-in ended. `app-refused`: the code host does not accept the App's client ID, client secret or callback address.
 * `state-refused`: state or cookie were not those of a sign-in begun here. `failed`: anything else that the code host did.
 */
export type SignInEnd = 'signed-in' | 'app-refused' | 'state-refused' | 'failed';

/** What the code host said is left of a limit. */
export interface LimitLeft {
  /** Which limit, in its own words: never used as it is. */
  readonly resource: string;
  readonly remaining: number;
  readonly limit: number;
}

/** One call to the code host. */
export interface UpstreamCall {
  /** One of a fixed set of names: never a path, and nothing that came from outside. */
  readonly kind: string;
  readonly credential: CallCredential;
  readonly outcome: CallOutcome;
  readonly seconds: number;
  /** Null when the answer did not tell. */
  readonly left: LimitLeft | null;
}

/** How the answer to a delivery came about. Copies and events without effect are `ok`. */
export interface WebhookDelivery {
  /** As it was named; nobody has checked it. Null when it was not. */
  readonly event: string | null;
  /** Null when it did not name itself. */
  readonly delivery: string | null;
  readonly outcome: 'ok' | 'refused' | 'failed';
}

/** One attempt to deliver, as the code host lists it. */
export interface ListedAttempt {
  readonly guid: string;
  readonly deliveredAt: Date;
  readonly succeeded: boolean;
}

/** How a comparison ended; `limited`: the code host took no more before it was through. */
export interface ComparisonRound {
  readonly outcome: 'ok' | 'limited' | 'stopped' | 'failed';
  readonly seconds: number;
  /** What it did; null when it did not come so far. */
  readonly report: {
    readonly onCodeHost: number;
    readonly added: number;
    readonly changed: number;
    readonly removed: number;
    readonly listsFetched: number;
    readonly listsFailed: number;
    readonly redelivered: number | null;
  } | null;
}

/** Streams that stay open for long: lists sent while they are read, events of what somebody watches, and downloads. */
export type StreamKind = 'list' | 'events' | 'file';

/** Of which bound a request was refused. */
export type RefusingBound = 'client-address' | 'person' | StreamKind;

/**
 * Told of what happened, where it is decided. Never throws, never waits, and keeps nothing that came from outside as it
 * came: what it counts by is bounded.
 */
export interface Observations {
  noteCall(call: UpstreamCall): void;
  /** `lost`: the new pair could not be stored, and the old one is dead. */
  noteRefresh(outcome: 'refreshed' | 'lost' | RefreshRefusal['kind']): void;
  noteSignIn(end: SignInEnd): void;
  noteDelivery(delivery: WebhookDelivery): void;
  /** What the code host lists of its deliveries: how late those came that this instance took. */
  noteAttempts(attempts: readonly ListedAttempt[]): void;
  noteRound(round: ComparisonRound): void;
  noteRow(outcome: RowOutcome): void;
  /** A job could not go on and is tried again. */
  noteJobFailure(kind: string): void;
  /** `intent`: a change was refused for it. */
  noteTrailFailure(part: 'intent' | 'outcome' | 'event'): void;
  noteRefusal(bound: RefusingBound): void;
  noteStream(kind: StreamKind, change: 1 | -1): void;
}

const nothing = (): void => {};

/** Nobody measures. */
export const UNOBSERVED: Observations = {
  noteCall: nothing,
  noteRefresh: nothing,
  noteSignIn: nothing,
  noteDelivery: nothing,
  noteAttempts: nothing,
  noteRound: nothing,
  noteRow: nothing,
  noteJobFailure: nothing,
  noteTrailFailure: nothing,
  noteRefusal: nothing,
  noteStream: nothing,
};
