/** The organization that the causes are told of, as far as the page knows it. */
export interface AccessSubject {
  readonly login: string;
  /** How it is called in sentences. */
  readonly name: string;
  /** Null when the session does not know the organization. */
  readonly organizationId: number | null;
  /** Null when there is none, or none that is known. */
  readonly installationId: number | null;
  /** Whether the person was an admin at sign-in. */
  readonly administers: boolean;
}
