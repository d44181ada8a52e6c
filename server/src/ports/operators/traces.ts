import type { Log } from '../system.ts';

export interface LineFields {
  readonly reqId?: string;
  /** GUID of a webhook delivery. */
  readonly delivery?: string;
  readonly jobId?: string;
}

/** Never contain a secret, login, address or query. */
export type TaskAttributes = Readonly<Record<string, string | number | boolean>>;

export interface Task {
  /** One of a small set. */
  readonly name: string;
  readonly fields?: LineFields;
  readonly attributes?: TaskAttributes;
  /** `call`: a request to another service. Default: `inside`. */
  readonly kind?: 'inside' | 'call';
  /** Starts a separate trace. Default: false. */
  readonly apart?: boolean;
}

export type NoteAttributes = (attributes: TaskAttributes) => void;

export interface FollowedRequest {
  within<T>(work: () => T): T;
  /** `route` is the route pattern. */
  end(answer: { readonly route: string; readonly status: number }): void;
}

/** Traces work and its causes across asynchronous calls. */
export interface Traces {
  /** `traceparent` is the sender's trace context; null if untrusted. */
  follow(request: {
    readonly id: string;
    readonly method: string;
    readonly traceparent: string | null;
  }): FollowedRequest;
  /** Runs a task within the current one and records its refusal. */
  within<T>(task: Task, work: (note: NoteAttributes) => Promise<T>): Promise<T>;
  /** Runs work outside the current task. */
  apart<T>(work: () => T): T;
  fields(): LineFields | null;
}

/** Adds the current task's fields to each log line. The line's own fields take precedence. */
export function followedLog(log: Log, { fields }: Pick<Traces, 'fields'>): Log {
  const told =
    (level: keyof Log) =>
    (of: object, sentence: string): void =>
      log[level]({ ...fields(), ...of }, sentence);
  return { debug: told('debug'), info: told('info'), warn: told('warn'), error: told('error') };
}

export const UNTRACED: Traces = {
  follow: () => ({ within: (work) => work(), end: () => {} }),
  within: (_task, work) => work(() => {}),
  apart: (work) => work(),
  fields: () => null,
};
