import type { OrganizationView } from '@orgdesk/contract';
import { Label } from '@primer/react';
import { formatDay } from '../../lib/reader-locale.ts';

interface InstallationLabelProps {
  readonly organization: Pick<OrganizationView, 'hasAppInstalled' | 'suspendedAt'>;
}

/** Whether the App works in an organization: installed, suspended since a day, or not installed. */
export function InstallationLabel({ organization: { hasAppInstalled, suspendedAt } }: InstallationLabelProps) {
  if (suspendedAt !== null) {
    const since = formatDay(suspendedAt);
    return (
      <span className="installation-label">
        <Label variant="attention">Suspended</Label>
        {since !== null && (
          <span className="installation-label-since">
            since <time dateTime={suspendedAt}>{since}</time>
          </span>
        )}
      </span>
    );
  }
  return hasAppInstalled ? (
    <Label variant="success">Installed</Label>
  ) : (
    <Label variant="secondary">Not installed</Label>
  );
}
