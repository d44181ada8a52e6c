export interface AccessSubject {
  readonly login: string;
  readonly name: string;
  readonly organizationId: number | null;
  readonly installationId: number | null;
  /** Read at sign-in. */
  readonly administers: boolean;
}
