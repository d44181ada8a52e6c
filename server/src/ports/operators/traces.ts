import type { Log } from '../system.ts';

/** By what lines of the log are found again. */
export interface LineFields {
  readonly reqId?: string;
  /** GUID of a webhook's delivery. */
  readonly delivery?: string;
  readonly jobId?: string;
}

/** What tells one piece of work from another of the same name. Never a secret, a login, an address or a query. */
export type TaskAttributes = Readonly<Record<string, string | number | boolean>>;

/** A piece of work that is followed. */
export interface Task {
  /** One of few. */
  readonly name: string;
  /** Stand in each line that is written meanwhile, and because of it. */
  readonly fields?: LineFields;
  readonly attributes?: TaskAttributes;
  /** Who does it: a call goes to somebody else. Default: `inside`. */
  readonly kind?: 'inside' | 'call';
  /** Whether it is no part of what was under way when it began. Default: false. */
  readonly apart?: boolean;
}

/** Adds what is known only later. */
export type NoteAttributes = (attributes: TaskAttributes) => void;

/** A request as it is followed. */
export interface FollowedRequest {
  /** Runs something as a part of it. */
  within<T>(work: () => T): T;
  /** It was answered; `route` is the pattern. */
  end(answer: { readonly route: string; readonly status: number }): void;
}

/** Follows what happens because of what, through everything that is waited for. */
export interface Traces {
  /** Begins with a request. `traceparent` is what whoever sent it calls their own work; null when they are not believed. */
  follow(request: {
    readonly id: string;
    readonly method: string;
    readonly traceparent: string | null;
  }): FollowedRequest;
  /** Does a piece of work as a part of what is under way. A refusal it ends in is noted. */
  within<T>(task: Task, work: (note: NoteAttributes) => Promise<T>): Promise<T>;
  /** Does something that is no part of what is under way. */
  apart<T>(work: () => T): T;
  /** Of the work that is under way; null when none is followed. */
  fields(): LineFields | null;
}

/** The same log, each line of which names the work it was written in. What a line says itself counts. */
export function followedLog(log: Log, { fields }: Pick<Traces, 'fields'>): Log {
  const told =
    (level: keyof Log) =>
    (of: object, sentence: string): void =>
      log[level]({ ...fields(), ...of }, sentence);
  return { debug: told('debug'), info: told('info'), warn: told('warn'), error: told('error') };
}

/** Nobody follows. */
export const UNTRACED: Traces = {
  follow: () => ({ within: (work) => work(), end: () => {} }),
  within: (_task, work) => work(() => {}),
  apart: (work) => work(),
  fields: () => null,
};
