import { Outlet, useMatches } from '@tanstack/react-router';
import { useMemo } from 'react';
import { Content } from '../../components/content.tsx';
import { FailureNotice } from '../../components/messages/failure-notice.tsx';
import { DemoBadge } from '../../features/about/demo-badge.tsx';
import { DemoPeople } from '../../features/about/demo-people.tsx';
import { useAbout } from '../../features/about/get-about.ts';
import { AccountMenu } from '../../features/account/account-menu.tsx';
import { AuthErrorNotice } from '../../features/account/auth-error-notice.tsx';
import { SessionGate, SessionWait } from '../../features/account/session-gate.tsx';
import { SignInPage } from '../../features/account/sign-in-page.tsx';
import { useSignOut } from '../../features/account/sign-out.ts';
import { JustInstalled } from '../../features/installations/state/just-installed.tsx';
import { CodeHostContext, codeHostOf } from '../../lib/address/code-host.ts';
import { LazyJobSignal } from './job-signal/lazy-job-signal.tsx';
import { Layout } from './layout.tsx';
import { OfflineNotice } from './offline-notice.tsx';
import { PageArrival } from './page-arrival.tsx';
import { PageNav } from './page-nav.tsx';
import { QuickFindButton } from './quick-find/quick-find-button.tsx';
import { PageShortcuts } from './shortcuts/page-shortcuts.tsx';

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
        <SessionGate
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
        </SessionGate>
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
