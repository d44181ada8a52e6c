import type { AccessCause, OrganizationView } from '@orgdesk/client';
import type { AccessSubject } from '../../features/access/cause-texts.ts';
import { WhyPanel } from '../../features/access/why-panel.tsx';
import { membershipIn } from '../../features/account/get-session.ts';
import { useSubject, type WhyProps } from '../../features/organization/subject.tsx';
import { useSignedIn } from '../../lib/reading/signed-in.ts';

interface ExplainedOrganization {
  readonly login: string;
  readonly name: string;
  readonly organization: OrganizationView | null;
}

export function Why(props: WhyProps) {
  const subject = useSubject();
  return subject.isExplained ? null : <WhyNothing about={subject} {...props} />;
}

export function WhyNothing({ about, isOptional = false }: WhyProps & { readonly about: ExplainedOrganization }) {
  const subject = useAccessSubject(about);
  return <WhyPanel subject={subject} assumed={assumedCauses(about.organization)} isOptional={isOptional} />;
}

export function useAccessSubject({ login, name, organization }: ExplainedOrganization): AccessSubject {
  const membership = membershipIn(useSignedIn(), login);
  return {
    login,
    name,
    organizationId: organization?.id ?? membership?.id ?? null,
    installationId: organization?.installationId ?? null,
    administers: membership?.viewerCanAdminister === true,
  };
}

function assumedCauses(organization: OrganizationView | null): readonly AccessCause[] {
  if (organization === null) return [];
  const { hasAppInstalled, suspendedAt } = organization;
  if (suspendedAt !== null) return [{ kind: 'app-suspended', suspendedAt }];
  return hasAppInstalled ? [] : [{ kind: 'app-missing' }];
}
