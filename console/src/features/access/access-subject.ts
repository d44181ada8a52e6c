export interface AccessSubject {
  readonly login: string;
  readonly name: string;
  /** Null if the session does not know the organization. */
  readonly organizationId: number | null;
  readonly installationId: number | null;
  /** Read at sign-in. */
  readonly administers: boolean;
}
