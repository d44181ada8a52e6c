import type { AuditEntry, CallOptions } from '@orgdesk/client';
import type { BudgetLine } from '@orgdesk/contract/people/across/list-across';
import type { OrganizationReading } from '@orgdesk/contract/people/across/merge';
import type {
  PersonAcrossLine,
  PersonInOrganizationLine,
  PersonReportLine,
} from '@orgdesk/contract/people/across/person-across';
import { useMutation, useQueryClient } from '@tanstack/react-query';
import { client, clientOf, linesOf } from '../../../lib/reading/http-client.ts';
import { lineQuery } from '../../../lib/reading/line-query.ts';
import { personalKey } from '../../../lib/reading/query-client.ts';
import { useSignedIn } from '../../../lib/reading/signed-in.ts';

export interface PersonInOrganization extends OrganizationReading {
  readonly person: PersonInOrganizationLine | null;
  readonly entries: readonly AuditEntry[] | null;
  readonly hasMoreEntries: boolean;
}

export interface PersonEverywhere {
  readonly account: { readonly id: number; readonly login: string } | null;
  readonly organizations: ReadonlyMap<number, PersonInOrganization>;
  readonly budgets: readonly BudgetLine[];
  /** Null unless requested. */
  readonly report: PersonReportLine | null;
  readonly hasEnded: boolean;
}

const EMPTY: PersonEverywhere = { account: null, organizations: new Map(), budgets: [], report: null, hasEnded: false };

export const personAcrossQuery = (person: string, id: string | null) =>
  lineQuery<PersonAcrossLine, PersonEverywhere>({
    key: personalKey('person-across', person.toLowerCase(), id ?? ''),
    open: (options) => client.getPersonAcross({ path: { person }, query: id === null ? {} : { id }, ...options }),
    empty: EMPTY,
    withLine,
    hasEnded: ({ hasEnded }) => hasEnded,
  });

/** Reads the person again, with a report at the end. */
export function useReport(person: string, id: string | null, accountId: number | null) {
  const { id: sessionId } = useSignedIn();
  const queries = useQueryClient();
  return useMutation({
    mutationFn: async (): Promise<PersonEverywhere> => {
      const query = { report: 'true' as const, ...(accountId === null ? {} : { id: String(accountId) }) };
      const open = (options: CallOptions) =>
        clientOf(sessionId).getPersonAcross({ path: { person }, query, ...options });
      let list = EMPTY;
      for await (const line of linesOf(open, new AbortController().signal)) list = withLine(list, line);
      return list;
    },
    onSuccess: (list) => queries.setQueryData(personAcrossQuery(person, id).queryKey, list),
  });
}

function withLine(list: PersonEverywhere, line: PersonAcrossLine): PersonEverywhere {
  const changed = (
    id: number,
    change: (found: PersonInOrganization) => Partial<PersonInOrganization>,
  ): PersonEverywhere => {
    const found = list.organizations.get(id);
    return found === undefined
      ? list
      : { ...list, organizations: new Map(list.organizations).set(id, { ...found, ...change(found) }) };
  };
  switch (line.kind) {
    case 'organizations':
      return { ...list, organizations: new Map(line.organizations.map((each) => [each.id, unreadIn(each)])) };
    case 'person':
      return { ...list, account: { id: line.id, login: line.login } };
    case 'organization':
      return changed(line.organization, () => ({
        state: 'reading',
        login: line.login,
        person: line,
        withheld: line.withheld,
        isWhole: true,
      }));
    case 'entries':
      return changed(line.organization, () => ({ entries: line.entries, hasMoreEntries: line.hasMore }));
    case 'budget':
      return { ...list, budgets: [...list.budgets.filter(({ resource }) => resource !== line.resource), line] };
    case 'finished':
      return changed(line.organization, () => ({ state: 'finished', failure: line.failure }));
    case 'report':
      return { ...list, report: line };
    case 'end':
      return { ...list, hasEnded: true };
  }
}

type Organization = Pick<OrganizationReading, 'id' | 'login' | 'name' | 'avatarUrl'>;

const unreadIn = ({ id, login, name, avatarUrl }: Organization): PersonInOrganization => ({
  id,
  login,
  name,
  avatarUrl,
  state: 'waiting',
  failure: null,
  withheld: [],
  isWhole: false,
  person: null,
  entries: null,
  hasMoreEntries: false,
});
