export type AuditWay = 'console' | 'api' | 'job' | 'webhook' | 'comparison' | 'command';

export interface AuditActor {
  readonly id: number;
  readonly login: string;
}

export interface AuditTarget {
  readonly kind: 'person' | 'email' | 'team' | 'repository' | 'job' | 'export';
  readonly id: number | null;
  readonly name: string;
}

/** Never contains secrets. */
export type AuditFacts = Readonly<Record<string, string | number | boolean | null | readonly (string | number)[]>>;

export interface AuditOrigin {
  readonly actor: AuditActor;
  readonly way: 'console' | 'api';
  readonly requestId: string;
}

/** `app`: the App, with its own token, as the actor approved. */
export type CarriedOutBy = 'app';

export interface AuditEvent {
  readonly organization: { readonly id: number; readonly login: string };
  /** One of the contract's `AUDIT_ACTIONS`. */
  readonly action: string;
  readonly way: AuditWay;
  readonly actor: AuditActor | null;
  readonly target: AuditTarget | null;
  readonly before: AuditFacts;
  readonly after: AuditFacts;
  readonly requestId: string | null;
  readonly deliveryId: string | null;
  /** Set if it was not the actor's own token that made the change. Default: null. */
  readonly carriedOutBy?: CarriedOutBy | null;
}
