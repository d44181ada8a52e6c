import type { CallOptions, DismissedFinding, Person } from '@orgdesk/client';
import { DISMISSED_AT_ONCE_MAX } from '@orgdesk/contract/limits';
import { queryOptions, useMutation, useQueryClient } from '@tanstack/react-query';
import { batchesOf } from '../../../lib/batches.ts';
import { answerOf, client } from '../../../lib/reading/http-client.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import type { ReviewFinding, ReviewResult } from './findings.ts';

export const dismissedQuery = (login: string) =>
  queryOptions({
    queryKey: personalKey('dismissed-findings', login),
    queryFn: async ({ signal }) => {
      const call = (options: CallOptions) => client.listDismissedFindings({ path: { login }, ...options });
      return (await answerOf(call, { signal })).data.findings;
    },
  });

export interface DismissedInOrganization {
  readonly login: string;
  readonly items: readonly FoundItem[];
}

interface Dismissal {
  readonly organizations: readonly DismissedInOrganization[];
  readonly until: Date;
  readonly reason: string;
}

export function useDismiss() {
  const keep = useKeepDismissed();
  return useMutation({
    mutationFn: async ({ organizations, until, reason }: Dismissal) => {
      for (const { login, items } of organizations) {
        for (const batch of batchesOf(items, DISMISSED_AT_ONCE_MAX)) {
          const findings = batch.map(({ key, name, seal }) => ({ key, name, seal }));
          const body = { findings, until: until.toISOString(), reason };
          const call = (options: CallOptions) => client.dismissFindings({ path: { login }, body, ...options });
          keep(login, (await answerOf(call)).data.findings);
        }
      }
    },
  });
}

export function useRestore(login: string) {
  const keep = useKeepDismissed();
  return useMutation({
    mutationFn: async ({ key }: Pick<DismissedFinding, 'key'>) => {
      const body = { keys: [key] };
      const call = (options: CallOptions) => client.restoreFindings({ path: { login }, body, ...options });
      keep(login, (await answerOf(call)).data.findings);
    },
  });
}

function useKeepDismissed() {
  const queries = useQueryClient();
  return (login: string, findings: readonly DismissedFinding[]) =>
    queries.setQueryData(dismissedQuery(login).queryKey, [...findings]);
}

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

interface SplitFinding {
  /** Without what was dismissed. */
  readonly open: ReviewFinding;
  /** Only what the finding still lists. */
  readonly dismissed: readonly DismissedFinding[];
}

function splitFinding(finding: ReviewFinding, dismissed: ReadonlyMap<string, DismissedFinding>): SplitFinding {
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
