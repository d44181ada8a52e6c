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
