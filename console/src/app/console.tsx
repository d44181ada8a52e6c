import { Content } from '../components/content.tsx';
import { FailureNotice } from '../components/failure-notice.tsx';
import { Notice } from '../components/notice.tsx';
import { codeHostName } from '../features/about/code-host-name.ts';
import { DemoBadge } from '../features/about/demo-badge.tsx';
import { DemoPeople } from '../features/about/demo-people.tsx';
import { useAbout } from '../features/about/get-about.ts';
import { AccountMenu } from '../features/account/account-menu.tsx';
import { useAuthError } from '../features/account/auth-error.ts';
import { SessionGate, SessionWait } from '../features/account/session-gate.tsx';
import { SignInPage } from '../features/account/sign-in-page.tsx';
import { useSignOut } from '../features/account/sign-out.ts';
import { JustInstalled } from '../features/installations/just-installed.tsx';
import { knownPath } from '../lib/paths.ts';
import { Layout } from './layout.tsx';
import { NotFoundPage } from './not-found-page.tsx';
import { pageAt } from './page-at.tsx';
import { PageNav } from './page-nav.tsx';

/** The whole console: frame, sign-in and the page that the address names. */
export function Console() {
  const about = useAbout();
  const signOut = useSignOut();
  const { authError, dismissAuthError } = useAuthError();
  const demoPeople = about.data?.codeHost.demoPeople ?? null;
  const name = codeHostName(about.data);
  const path = knownPath(window.location.pathname);
  const page = pageAt(path);

  return (
    <Layout
      badge={demoPeople !== null && <DemoBadge />}
      account={<AccountMenu onSignOut={() => signOut.mutate()} isSigningOut={signOut.isPending} />}
      version={about.data?.version ?? null}
      notices={
        <>
          {authError !== null && (
            <Notice tone="critical" role="alert" title="The sign-in was not completed" onDismiss={dismissAuthError}>
              <p>{authError}</p>
            </Notice>
          )}
          {signOut.isError && (
            <FailureNotice
              title="You are still signed in"
              failure={signOut.error}
              onRetry={() => signOut.mutate()}
              isRetrying={signOut.isPending}
            />
          )}
        </>
      }
    >
      <SessionGate
        signedOut={(because) => {
          if (page === null) return <NotFoundPage />;
          if (about.status === 'pending') return <SessionWait />;
          return (
            <SignInPage because={because} codeHostName={name}>
              {demoPeople !== null && <DemoPeople people={demoPeople} />}
            </SignInPage>
          );
        }}
      >
        {(session) => (
          <>
            <PageNav path={path} />
            <Content>
              <JustInstalled session={session} />
              {page === null ? (
                <NotFoundPage />
              ) : (
                page({ session, codeHostName: name, codeHostUrl: about.data?.codeHost.url ?? null })
              )}
            </Content>
          </>
        )}
      </SessionGate>
    </Layout>
  );
}
