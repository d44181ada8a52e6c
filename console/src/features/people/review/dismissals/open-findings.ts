import type { DismissedFinding, Person } from '@orgdesk/client';
import type { ReviewFinding, ReviewResult } from '../get-review.ts';

/** A person or team in a finding. */
export interface FoundItem {
  readonly key: string;
  readonly seal: string;
  readonly name: string;
}

export const foundPerson = ({
  key,
  seal,
  login,
}: Pick<Person, 'login'> & Pick<FoundItem, 'key' | 'seal'>): FoundItem => ({
  key,
  seal,
  name: login,
});

export interface SplitFinding {
  /** Without what was dismissed. */
  readonly open: ReviewFinding;
  /** Only what the finding still lists. */
  readonly dismissed: readonly DismissedFinding[];
}

export function splitFinding(finding: ReviewFinding, dismissed: ReadonlyMap<string, DismissedFinding>): SplitFinding {
  const listed: readonly { readonly key: string }[] = 'teams' in finding ? finding.teams : finding.people;
  return {
    open: without(finding, dismissed),
    dismissed: listed.flatMap(({ key }) => dismissed.get(key) ?? []),
  };
}

function without(finding: ReviewFinding, dismissed: ReadonlyMap<string, unknown>): ReviewFinding {
  const isOpen = ({ key }: { readonly key: string }) => !dismissed.has(key);
  if ('teams' in finding) return { ...finding, teams: finding.teams.filter(isOpen) };
  if (finding.finding === 'outside-collaborators') return { ...finding, people: finding.people.filter(isOpen) };
  return { ...finding, people: finding.people.filter(isOpen) };
}

export function withoutDismissed(review: ReviewResult, dismissed: readonly DismissedFinding[]) {
  const byKey = new Map(dismissed.map((finding) => [finding.key, finding]));
  const split = new Map([...review.findings].map(([name, finding]) => [name, splitFinding(finding, byKey)]));
  return {
    open: { ...review, findings: new Map([...split].map(([name, { open }]) => [name, open])) },
    dismissedCount: [...split.values()].reduce((sum, { dismissed: some }) => sum + some.length, 0),
    dismissedIn: (name: ReviewFinding['finding']) => split.get(name)?.dismissed ?? [],
  };
}
