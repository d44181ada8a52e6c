import { Button } from '@primer/react';
import { Notice } from '../components/notice.tsx';
import { usePageTitle } from '../lib/use-page-title.ts';
import { Layout } from './layout.tsx';

/** What remains when the page itself breaks: an apology without details, and a way on. */
export function ErrorPage() {
  usePageTitle('Something broke');
  return (
    <Layout badge={null} account={null} notices={null} version={null}>
      <h1 className="layout-title">Something broke</h1>
      <Notice
        tone="critical"
        role="alert"
        title="This page cannot go on"
        action={<Button onClick={() => window.location.reload()}>Load it again</Button>}
      >
        <p>Your organizations are not affected.</p>
      </Notice>
    </Layout>
  );
}
