import type { Log } from './system.ts';

export interface LogFields {
  readonly reqId?: string;
  /** GUID of a webhook delivery. */
  readonly delivery?: string;
  readonly jobId?: string;
}

/** Never contain a secret, login, address or query. */
type TaskAttributes = Readonly<Record<string, string | number | boolean>>;

export interface Task {
  /** One of a small set. */
  readonly name: string;
  readonly fields?: LogFields;
  readonly attributes?: TaskAttributes;
  /** `call`: a request to another service. Default: `inside`. */
  readonly kind?: 'inside' | 'call';
  /** Starts a separate trace. Default: false. */
  readonly isDetached?: boolean;
}

export type NoteAttributes = (attributes: TaskAttributes) => void;

export interface TracedRequest {
  within<T>(work: () => T): T;
  end(answer: { readonly route: string; readonly status: number }): void;
}

/** Traces work and its causes across asynchronous calls. */
export interface Traces {
  /** `traceparent` is the sender's trace context; null if untrusted. */
  follow(request: { readonly id: string; readonly method: string; readonly traceparent: string | null }): TracedRequest;
  /** Runs a task within the current one and records its refusal. */
  within<T>(task: Task, work: (note: NoteAttributes) => Promise<T>): Promise<T>;
  /** Runs work outside the current task. */
  apart<T>(work: () => T): T;
  fields(): LogFields | null;
}

/** Adds the current task's fields to each log line. The line's own fields take precedence. */
export function tracedLog(log: Log, { fields }: Pick<Traces, 'fields'>): Log {
  const logAt =
    (level: keyof Log) =>
    (extra: object, message: string): void =>
      log[level]({ ...fields(), ...extra }, message);
  return { debug: logAt('debug'), info: logAt('info'), warn: logAt('warn'), error: logAt('error') };
}

export const UNTRACED: Traces = {
  follow: () => ({ within: (work) => work(), end: () => {} }),
  within: (_task, work) => work(() => {}),
  apart: (work) => work(),
  fields: () => null,
};
