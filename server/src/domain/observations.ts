import type { HostRefusal, RefreshRefusal } from './host-refusal.ts';
import type { RowOutcome } from './job.ts';

/** `client`: the App's client secret in the body. */
export type CallCredential = 'app' | 'installation' | 'user' | 'client';

/** `cancelled`: the answer was no longer needed. */
export type CallOutcome = 'ok' | 'not-modified' | 'timeout' | 'cancelled' | HostRefusal['kind'];

/**
 * `app-refused`: the code host rejects the client ID, client secret or callback address. `state-refused`: state or
 * cookie do not match. `failed`: another code-host error.
 */
export type SignInEnd = 'signed-in' | 'app-refused' | 'state-refused' | 'failed';

export interface RemainingLimit {
  /** The code host's name for the limit; never exported unmapped. */
  readonly resource: string;
  readonly remaining: number;
  readonly limit: number;
}

interface UpstreamCall {
  /** One of a fixed set of names; never external text. */
  readonly kind: string;
  readonly credential: CallCredential;
  readonly outcome: CallOutcome;
  readonly seconds: number;
  readonly left: RemainingLimit | null;
}

/** Copies and events without effect are `ok`. */
interface WebhookDelivery {
  /** Unverified; null if missing. */
  readonly event: string | null;
  readonly delivery: string | null;
  readonly outcome: 'ok' | 'refused' | 'failed';
}

export interface DeliveryAttempt {
  readonly guid: string;
  readonly deliveredAt: Date;
  readonly succeeded: boolean;
}

/** `limited`: the rate limit ended the round early. */
export interface ComparisonRound {
  readonly outcome: 'ok' | 'limited' | 'stopped' | 'failed';
  readonly seconds: number;
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

export type StreamKind = 'list' | 'events' | 'file';

type ExceededLimit = 'client-address' | 'person' | StreamKind;

/** Records events where they are decided. Never throws or waits. Labels are bounded and contain no external text. */
export interface Observations {
  noteCall(call: UpstreamCall): void;
  /** `lost`: the new pair could not be stored and the old one is invalid. */
  noteRefresh(outcome: 'refreshed' | 'lost' | RefreshRefusal['kind']): void;
  noteSignIn(end: SignInEnd): void;
  noteDelivery(delivery: WebhookDelivery): void;
  noteAttempts(attempts: readonly DeliveryAttempt[]): void;
  noteRound(round: ComparisonRound): void;
  noteRow(outcome: RowOutcome): void;
  /** A temporary failure; the job is retried. */
  noteJobFailure(kind: string): void;
  /** `intent`: the change was refused because of it. */
  noteTrailFailure(part: 'intent' | 'outcome' | 'event'): void;
  /** `refused`: the trail was changed outside of orgdesk. `unsent`: a target did not take it. */
  noteHead(outcome: 'signed' | 'refused' | 'unsent'): void;
  noteRefusal(bound: ExceededLimit): void;
  noteStream(kind: StreamKind, change: 1 | -1): void;
}

const nothing = (): void => {};

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
  noteHead: nothing,
  noteRefusal: nothing,
  noteStream: nothing,
};
