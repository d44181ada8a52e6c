import type { InstallationAccountSummary } from '@orgdesk/client';
import { useEffect, useState } from 'react';
import { PageLink } from '../../components/controls/page-link.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { useSignedIn } from '../../lib/reading/signed-in.ts';
import { readFromTab, storeInTab } from '../../lib/storage.ts';
import { useInstallStatus } from './installation.ts';
import './just-installed.css';

/** Confirms a new installation once per tab. */
export function JustInstalled() {
  const { user, installationIds } = useSignedIn();
  const key = `installations.${user.id}`;
  const [added, setAdded] = useState(() => installedSince(readFromTab(key), installationIds));
  useEffect(() => storeInTab(key, installationIds), [key, installationIds]);
  return added.length > 0 && <InstalledNotice ids={added} onDismiss={() => setAdded([])} />;
}

interface InstalledNoticeProps {
  readonly ids: readonly number[];
  readonly onDismiss: () => void;
}

function InstalledNotice({ ids, onDismiss }: InstalledNoticeProps) {
  const { data, status } = useInstallStatus();
  const accounts = (data?.accounts ?? []).filter(({ installationId }) => ids.includes(installationId));
  return (
    <div className="just-installed">
      <Notice tone="success" role="status" title="App installed" onDismiss={onDismiss}>
        {/* The line keeps its height while names load. */}
        <p>{status === 'pending' ? 'Loading…' : <Where accounts={accounts} />}</p>
      </Notice>
    </div>
  );
}

const list = new Intl.ListFormat('en');

function Where({ accounts }: { readonly accounts: readonly InstallationAccountSummary[] }) {
  if (accounts.length === 0) return 'orgdesk can now access it.';
  const parts = list.formatToParts(accounts.map(({ accountLogin }) => accountLogin));
  return (
    <>
      orgdesk can now access{' '}
      {parts.map(({ type, value }) =>
        type === 'element' ? <Account key={value} named={value} of={accounts} /> : value,
      )}
      .
    </>
  );
}

function Account({ named, of }: { readonly named: string; readonly of: readonly InstallationAccountSummary[] }) {
  const isOrganization = of.some((account) => account.accountLogin === named && account.accountType === 'organization');
  if (!isOrganization) return named;
  return (
    <PageLink to="/organizations/$login" params={{ login: named }}>
      {named}
    </PageLink>
  );
}

/** Returns none unless `storedIds` is a list. */
export function installedSince(storedIds: unknown, installationIds: readonly number[]): readonly number[] {
  if (!Array.isArray(storedIds)) return [];
  const before = new Set<unknown>(storedIds);
  return installationIds.filter((id) => !before.has(id));
}
