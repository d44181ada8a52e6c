export const FILTERS = ['owner', 'no-two-factor', 'several', 'outside-only'] as const;
type FilterName = (typeof FILTERS)[number];

export type ListInput =
  | { readonly organization: string; readonly role: string | null }
  | {
      readonly organization: null;
      readonly filter: FilterName | null;
      readonly within: string | null;
      readonly without: string | null;
    };
