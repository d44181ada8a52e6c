import { Button } from '@primer/react';
import { Notice } from '../components/messages/notice.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';

/** Shown when a page throws. React logs the cause. */
export function PageBroken() {
  usePageTitle('Something went wrong');
  return (
    <>
      <h1 className="layout-title">Something went wrong</h1>
      <Notice
        tone="critical"
        role="alert"
        title="This page stopped working"
        action={<Button onClick={() => window.location.reload()}>Reload page</Button>}
      >
        <p>Your organizations aren’t affected.</p>
      </Notice>
    </>
  );
}

export const ConsoleBroken = () => (
  <main className="layout-width layout-main">
    <PageBroken />
  </main>
);
