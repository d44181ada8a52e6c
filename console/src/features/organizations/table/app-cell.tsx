import type { OrganizationView } from '@orgdesk/client';
import { Label, Link, LinkButton, VisuallyHidden } from '@primer/react';
import { RequestNote } from '../../../components/request-note.tsx';
import { SinceLabel } from '../../../components/since-label.tsx';
import { useCodeHost } from '../../../lib/address/code-host.ts';
import { installationSettingsHref, installHref } from '../../../lib/address/paths.ts';
import { addressHere } from '../../../lib/address/sign-in-href.ts';
import './app-cell.css';

interface AppCellProps {
  readonly organization: OrganizationView;
}

export function AppCell({ organization }: AppCellProps) {
  const { id, login, name, hasAppInstalled, suspendedAt, viewerCanAdminister } = organization;
  if (suspendedAt !== null) {
    return (
      <>
        <SinceLabel variant="attention" since={suspendedAt}>
          Suspended
        </SinceLabel>
        <span className="app-cell-hint">
          <UnsuspendHint organization={organization} />
        </span>
      </>
    );
  }
  if (hasAppInstalled) return 'Installed';
  return (
    <>
      <span className="app-cell">
        <Label variant="secondary">Not installed</Label>
        <LinkButton href={installHref(addressHere(), id)} size="small">
          {viewerCanAdminister ? 'Install' : 'Request'}
          <VisuallyHidden>
            {viewerCanAdminister ? ' the App on ' : ' the App for '}
            {name ?? login}
          </VisuallyHidden>
        </LinkButton>
      </span>
      <RequestNote className="app-cell-hint" organizationId={id} name={name ?? login} />
    </>
  );
}

function UnsuspendHint({ organization }: AppCellProps) {
  const { url: codeHostUrl, name: codeHostName } = useCodeHost();
  const { login, name, installationId, viewerCanAdminister } = organization;
  if (!viewerCanAdminister) return 'Only an owner can unsuspend it';
  if (codeHostUrl === null || installationId === null) return 'Unsuspend it to restore access';
  return (
    <Link href={installationSettingsHref(codeHostUrl, { installationId, login, type: 'organization' })} inline>
      Unsuspend<VisuallyHidden> on {codeHostName}</VisuallyHidden>
      <VisuallyHidden> for {name ?? login}</VisuallyHidden>
    </Link>
  );
}
