import { Button } from '@primer/react';
import { Notice } from '../components/messages/notice.tsx';
import { usePageTitle } from '../lib/moments/use-page-title.ts';

/** Shown when a page throws. React logs the cause. */
export function PageBroken() {
  usePageTitle('Something broke');
  return (
    <>
      <h1 className="layout-title">Something broke</h1>
      <Notice
        tone="critical"
        role="alert"
        title="This page cannot go on"
        action={<Button onClick={() => window.location.reload()}>Load it again</Button>}
      >
        <p>Your organizations are not affected.</p>
      </Notice>
    </>
  );
}

/** Shown when the frame throws. */
export const ConsoleBroken = () => (
  <main className="layout-width layout-main">
    <PageBroken />
  </main>
);
