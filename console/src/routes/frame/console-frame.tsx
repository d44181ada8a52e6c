import { useQueryClient } from '@tanstack/react-query';
import { Outlet, useMatches } from '@tanstack/react-router';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { Content } from '../../components/content.tsx';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { Notice } from '../../components/messages/notice.tsx';
import { DemoBadge, DemoPeople, useAbout } from '../../features/about/about.tsx';
import { AccountMenu, useSignOut } from '../../features/account/account-menu.tsx';
import { AuthErrorNotice } from '../../features/account/auth-error.tsx';
import { RequireSession, SessionWait } from '../../features/account/require-session.tsx';
import { SignInPage } from '../../features/account/sign-in-page.tsx';
import { JustInstalled } from '../../features/installations/just-installed.tsx';
import { singleKeyOf } from '../../features/shortcuts/single-keys.ts';
import { CodeHostContext, codeHostOf } from '../../lib/address/code-host.ts';
import { Layout, PageNav } from './layout.tsx';
import { PageArrival } from './page-arrival.tsx';
import { QuickFindButton } from './quick-find-button.tsx';

export function ConsoleFrame() {
  const { data: about, status } = useAbout();
  const signOut = useSignOut();
  const { path, isNowhere, isInOrganization } = useCurrentRoute();
  const codeHost = useMemo(() => codeHostOf(about), [about]);
  const demoPeople = about?.codeHost.demoPeople ?? null;

  return (
    <CodeHostContext value={codeHost}>
      <Layout
        badge={demoPeople !== null && <DemoBadge />}
        search={<QuickFindButton />}
        account={<AccountMenu onSignOut={() => signOut.mutate()} isSigningOut={signOut.isPending} />}
        version={about?.version ?? null}
        notices={
          <>
            <OfflineNotice />
            <AuthErrorNotice key={path} />
            {signOut.isError && (
              <FailureNotice
                title="Couldn’t sign out"
                failure={signOut.error}
                onRetry={() => signOut.mutate()}
                isRetrying={signOut.isPending}
              />
            )}
          </>
        }
      >
        <PageArrival />
        <PageShortcuts />
        <RequireSession
          signedOut={(because) => {
            if (isNowhere) return <Outlet />;
            if (status === 'pending') return <SessionWait />;
            return (
              <SignInPage because={because}>{demoPeople !== null && <DemoPeople people={demoPeople} />}</SignInPage>
            );
          }}
        >
          <LazyJobSignal />
          {!isInOrganization && <PageNav />}
          <Content>
            {/* The key hides it on the next page. */}
            <JustInstalled key={path} />
            <Outlet />
          </Content>
        </RequireSession>
      </Layout>
    </CodeHostContext>
  );
}

function useCurrentRoute() {
  const path = useMatches({ select: (matches) => matches.at(-1)?.pathname ?? '' });
  const routeId = useMatches({ select: (matches) => matches.at(-1)?.routeId ?? '__root__' });
  return {
    path,
    isNowhere: routeId === '/$' || routeId === '__root__',
    isInOrganization: routeId.startsWith('/organizations/$login'),
  };
}

const isOnline = (): boolean => navigator.onLine;

function watchNetwork(changed: () => void): () => void {
  window.addEventListener('online', changed);
  window.addEventListener('offline', changed);
  return () => {
    window.removeEventListener('online', changed);
    window.removeEventListener('offline', changed);
  };
}

/** When the network returns, failed reads are retried. */
function OfflineNotice() {
  const client = useQueryClient();
  const isThere = useSyncExternalStore(watchNetwork, isOnline);

  useEffect(() => {
    if (!isThere) return;
    void client.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
  }, [isThere, client]);

  if (isThere) return null;
  return (
    <Notice tone="warning" role="status" title="You’re offline">
      <p>Pages you already opened still work. orgdesk reconnects automatically.</p>
    </Notice>
  );
}

// Without it, as when offline, a page works all the same.
const JobSignal = lazy(() =>
  import('./job-signal.tsx').then(
    (module) => ({ default: module.JobSignal }),
    () => ({ default: () => null }),
  ),
);

function LazyJobSignal() {
  return (
    <Suspense>
      <JobSignal />
    </Suspense>
  );
}

const ShortcutsDialog = lazy(async () => ({
  default: (await import('../../features/shortcuts/shortcuts-dialog.tsx')).ShortcutsDialog,
}));

/** The keys that work everywhere on a page; lists have their own. */
function PageShortcuts() {
  const [isShown, setIsShown] = useState(false);

  useEffect(() => {
    const onKeyDown = (event: KeyboardEvent) => {
      const key = singleKeyOf(event);
      if (key === '?') setIsShown(true);
      else if (key !== '/' || !focusSearch()) return;
      event.preventDefault();
    };
    document.addEventListener('keydown', onKeyDown);
    return () => document.removeEventListener('keydown', onKeyDown);
  }, []);

  return isShown ? (
    <Suspense>
      <ShortcutsDialog onClose={() => setIsShown(false)} />
    </Suspense>
  ) : null;
}

/** False if the page has no list to search. */
function focusSearch(): boolean {
  const field = document.querySelector<HTMLInputElement>('main input[type="search"]');
  field?.focus();
  field?.select();
  return field !== null;
}
