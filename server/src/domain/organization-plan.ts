/** One change of a plan. The contract describes its fields. */
export interface PlanStep {
  readonly kind:
    | 'invite-person'
    | 'add-person'
    | 'set-role'
    | 'remove-person'
    | 'create-team'
    | 'edit-team'
    | 'delete-team'
    | 'set-team-role'
    | 'remove-from-team'
    | 'set-team-access'
    | 'set-collaborator';
  readonly login: string | null;
  readonly team: string | null;
  readonly teamId: number | null;
  readonly repository: string | null;
  readonly id: number | null;
  readonly from: PlanValues | null;
  readonly to: PlanValues | null;
  /** Permission that the App lacks. */
  readonly needs: string | null;
  readonly after: readonly number[];
}

export type PlanValues = Readonly<Record<string, string | null>>;

export const isJoining = (kind: PlanStep['kind']): boolean => kind === 'invite-person' || kind === 'add-person';
