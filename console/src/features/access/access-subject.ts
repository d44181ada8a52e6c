export interface AccessSubject {
  readonly login: string;
  readonly name: string;
  /** Null if the session does not know the organization. */
  readonly organizationId: number | null;
  /** Null if none is known. */
  readonly installationId: number | null;
  /** As of the sign-in. */
  readonly administers: boolean;
}
