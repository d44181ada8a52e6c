import type { AccessCause, OrganizationView } from '@orgdesk/client';
import type { AccessSubject } from '../../features/access/access-subject.ts';
import { WhyPanel } from '../../features/access/why-panel.tsx';
import { membershipIn } from '../../features/account/get-session.ts';
import { useSubject, type WhyProps } from '../../features/organization/subject.tsx';
import { useSignedIn } from '../../lib/reading/signed-in.ts';

interface Explained {
  readonly login: string;
  /** How it is called in sentences. */
  readonly name: string;
  /** Null while it is being read, and when the session does not know it. */
  readonly organization: OrganizationView | null;
}

/** Tells what keeps the person from seeing all of the organization, where the page does not say so already. */
export function Why(props: WhyProps) {
  const subject = useSubject();
  return subject.isExplained ? null : <WhyNothing about={subject} {...props} />;
}

/** The same of any organization, also of one that the session does not know. */
export function WhyNothing({ about, isOptional = false }: WhyProps & { readonly about: Explained }) {
  const subject = useAccessSubject(about);
  return <WhyPanel subject={subject} assumed={assumedCauses(about.organization)} isOptional={isOptional} />;
}

/** An organization as what is said about access to it needs to know it. */
export function useAccessSubject({ login, name, organization }: Explained): AccessSubject {
  const known = membershipIn(useSignedIn(), login);
  return {
    login,
    name,
    organizationId: organization?.id ?? known?.id ?? null,
    installationId: organization?.installationId ?? null,
    administers: known?.viewerCanAdminister === true,
  };
}

/** What is wrong with the App as far as the service remembers, before the code host is asked. */
function assumedCauses(organization: OrganizationView | null): readonly AccessCause[] {
  if (organization === null) return [];
  const { hasAppInstalled, suspendedAt } = organization;
  if (suspendedAt !== null) return [{ kind: 'app-suspended', suspendedAt }];
  return hasAppInstalled ? [] : [{ kind: 'app-missing' }];
}
