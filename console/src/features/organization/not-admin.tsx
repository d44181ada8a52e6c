import type { OrganizationMembersQuery, WithheldData } from '@orgdesk/client';
import { ShieldLockIcon } from '@primer/octicons-react';
import { Link, SkeletonBox } from '@primer/react';
import { useQuery } from '@tanstack/react-query';
import { useId } from 'react';
import { ReadState } from '../../components/list/read-state.tsx';
import { EmptyState } from '../../components/messages/empty-state.tsx';
import { PersonLine } from '../../components/person-line.tsx';
import { useCodeHost } from '../../lib/address/code-host.ts';
import { profileHref } from '../../lib/address/paths.ts';
import { answerOf, client } from '../../lib/reading/http-client.ts';
import { personalKey } from '../../lib/reading/query-client.ts';
import { atSentenceStart } from '../../lib/sentence-start.ts';
import { useSubject } from './subject.tsx';
import './not-admin.css';

const SKELETONS = ['first', 'second', 'third'] as const;
const SHOWN_MAX = 30;

interface NotAdminProps {
  readonly task: keyof typeof TASKS;
}

const TASKS = {
  see: { title: 'see invitations', request: 'to invite people' },
  send: { title: 'send invitations', request: 'to invite people' },
  trail: { title: 'see the audit log', request: 'to check it' },
  access: { title: 'see who has access', request: 'to check' },
  review: { title: 'open the access review', request: 'to check it' },
  file: { title: 'manage the organization as a file', request: 'to change it' },
  change: { title: 'see changes of people', request: 'to check them' },
} as const;

export function NotAdmin({ task }: NotAdminProps) {
  const { name } = useSubject();
  return (
    <div className="stack-16">
      <EmptyState icon={ShieldLockIcon} title={`Only organization admins can ${TASKS[task].title}`}>
        You’re a member of {name}. Ask an owner {TASKS[task].request} or to make you an owner. If you became an owner
        after you signed in, sign in again.
      </EmptyState>
      <AdminList />
    </div>
  );
}

function AdminList() {
  const { login, name } = useSubject();
  const { name: codeHostName } = useCodeHost();
  const id = useId();
  const reading = useAdmins(login);
  const { data, error } = reading;
  const isLoading = data === undefined && error === null;
  return (
    <section className="stack-16 not-admin-list" aria-labelledby={id}>
      <h2 className="not-admin-title" id={id}>
        Owners of {name}
      </h2>
      <ReadState reading={reading} failed="Couldn’t load owners" loading="Loading owners" />
      {(isLoading || (data !== undefined && data.admins.length > 0)) && (
        <ul className="not-admin-people">
          {isLoading
            ? SKELETONS.map((key) => (
                <li className="not-admin-person" key={key} aria-hidden="true">
                  <SkeletonBox height="2rem" width="2rem" />
                  <SkeletonBox height="1rem" width="8rem" />
                </li>
              ))
            : data?.admins.slice(0, SHOWN_MAX).map((admin) => <AdminItem key={admin.login} admin={admin} />)}
        </ul>
      )}
      {data !== undefined && data.admins.length > SHOWN_MAX && (
        <p className="hint">More owners are listed under People.</p>
      )}
      {data !== undefined && data.admins.length === 0 && (
        <p className="hint">{atSentenceStart(codeHostName)} doesn’t show you the owners.</p>
      )}
    </section>
  );
}

interface AdminItemProps {
  readonly admin: Admin;
}

function AdminItem({ admin: { login, name, avatarUrl } }: AdminItemProps) {
  const { url: codeHostUrl } = useCodeHost();
  return (
    <li className="not-admin-person">
      <PersonLine
        login={login}
        name={name}
        avatarUrl={avatarUrl}
        link={(text) => (codeHostUrl === null ? text : <Link href={profileHref(codeHostUrl, login)}>{text}</Link>)}
      />
    </li>
  );
}

/** Only the first 1,000 people are searched. */
const PAGES_MAX = 10;

interface Admin {
  readonly login: string;
  readonly name: string | null;
  readonly avatarUrl: string;
}

interface Admins {
  readonly admins: readonly Admin[];
  readonly isComplete: boolean;
}

const useAdmins = (login: string) =>
  useQuery({
    queryKey: personalKey('admins', login),
    queryFn: async ({ signal }): Promise<Admins> => {
      const admins: Admin[] = [];
      let after: string | null = null;
      for (let page = 0; page < PAGES_MAX; page += 1) {
        const { members, withheld } = await readPage({ login, after }, signal);
        admins.push(...(members?.edges ?? []).flatMap(adminOf));
        if (members === undefined || withheld.length > 0) return { admins, isComplete: false };
        if (!members.pageInfo.hasNextPage) return { admins, isComplete: true };
        after = members.pageInfo.endCursor;
        if (after === null) break;
      }
      return { admins, isComplete: false };
    },
    refetchOnWindowFocus: false,
  });

type MemberConnection = NonNullable<OrganizationMembersQuery['organization']>['membersWithRole'];
type Edge = NonNullable<MemberConnection['edges']>[number];

interface MemberQueryPage {
  readonly members: MemberConnection | undefined;
  readonly withheld: readonly WithheldData[];
}

async function readPage(
  variables: { readonly login: string; readonly after: string | null },
  signal: AbortSignal,
): Promise<MemberQueryPage> {
  const { data, withheld } = await answerOf((options) => client.query('OrganizationMembers', variables, options), {
    signal,
  });
  return { members: data?.organization?.membersWithRole, withheld };
}

function adminOf(edge: Edge): readonly Admin[] {
  if (edge?.role !== 'ADMIN' || edge.node === null) return [];
  const { login, name, avatarUrl } = edge.node;
  return [{ login, name, avatarUrl }];
}
