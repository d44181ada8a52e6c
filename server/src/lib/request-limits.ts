/** How long a request may take that makes many calls. */
export interface RequestLimits {
  /** Aborted when the service stops. */
  readonly stopping: AbortSignal;
  /** Of invitations, changes and previews, in milliseconds. */
  readonly inviteMs: number;
  /** Of lists in pieces, in milliseconds. */
  readonly listMs: number;
}
