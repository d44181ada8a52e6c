import type { InstallationAccountSummary, SessionView } from '@orgdesk/client';
import { Link } from '@primer/react';
import { useEffect, useState } from 'react';
import { Notice } from '../../components/notice.tsx';
import { keepInTab, readKept } from '../../lib/kept-in-tab.ts';
import { organizationHref, organizationPlace } from '../../lib/paths.ts';
import { useInstallStatus } from './get-install-status.ts';
import { installedSince } from './installed-since.ts';

interface JustInstalledProps {
  readonly session: SessionView;
  /** Of the page being shown. */
  readonly path: string;
}

/**
 * Says so once when the session knows an installation that the last page in this tab did not: whoever comes back from
 * installing the App reads that it worked.
 */
export function JustInstalled({ session: { user, installationIds }, path }: JustInstalledProps) {
  const key = `installations.${user.id}`;
  const [added, setAdded] = useState(() => installedSince(readKept(key), installationIds));
  useEffect(() => keepInTab(key, installationIds), [key, installationIds]);
  return added.length > 0 && <Told ids={added} path={path} onDismiss={() => setAdded([])} />;
}

interface ToldProps {
  readonly ids: readonly number[];
  readonly path: string;
  readonly onDismiss: () => void;
}

function Told({ ids, path, onDismiss }: ToldProps) {
  const { data } = useInstallStatus();
  const accounts = (data?.accounts ?? []).filter(({ installationId }) => ids.includes(installationId));
  const next = accounts.length === 1 ? accounts[0] : undefined;
  return (
    <Notice
      tone="success"
      role="status"
      title={`The App is installed${accounts.length === 0 ? '' : ` on ${namesOf(accounts)}`}`}
      onDismiss={onDismiss}
      {...(next?.accountType === 'organization' && !isAbout(path, next) && { action: <OpenLink account={next} /> })}
    />
  );
}

const list = new Intl.ListFormat('en');
const namesOf = (accounts: readonly InstallationAccountSummary[]): string =>
  list.format(accounts.map(({ accountLogin }) => accountLogin));

const isAbout = (path: string, { accountLogin }: InstallationAccountSummary): boolean =>
  organizationPlace(path)?.login.toLowerCase() === accountLogin.toLowerCase();

function OpenLink({ account: { accountLogin } }: { readonly account: InstallationAccountSummary }) {
  return <Link href={organizationHref(accountLogin)}>Open {accountLogin}</Link>;
}
