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

export interface RequiredOwner {
  readonly id: number;
  /** As last seen. */
  readonly login: string;
}

/** What must hold about the owners of an organization. */
export interface OwnerRules {
  readonly ownersMin: number;
  readonly requiredOwners: readonly RequiredOwner[];
}

/** Any organization keeps one owner. */
export const NO_OWNER_RULES: OwnerRules = { ownersMin: 1, requiredOwners: [] };

/** Returns rules that demand what any of them does. */
export const strictestOf = (all: readonly OwnerRules[]): OwnerRules => ({
  ownersMin: Math.max(NO_OWNER_RULES.ownersMin, ...all.map(({ ownersMin }) => ownersMin)),
  requiredOwners: [
    ...new Map(all.flatMap(({ requiredOwners }) => requiredOwners).map((owner) => [owner.id, owner])).values(),
  ],
});

/** Names what the rules before demand and those after do not. */
export function loosenedRules(before: OwnerRules, after: OwnerRules): readonly string[] {
  const required = new Set(after.requiredOwners.map(({ id }) => id));
  return [
    ...(after.ownersMin < before.ownersMin ? [`at least ${before.ownersMin} owners`] : []),
    ...before.requiredOwners.filter(({ id }) => !required.has(id)).map(({ login }) => login),
  ];
}
