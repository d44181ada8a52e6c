import { useEffect, useState } from 'react';
import { AgainButton } from '../components/messages/again-button.tsx';
import { Notice } from '../components/messages/notice.tsx';
import { usePageTitle } from '../lib/moments/use-page-title.ts';
import { answerOf, client } from '../lib/reading/http-client.ts';

/**
 * Shown if a page's code fails to load: the network is down or a new release replaced the files. Browsers cache the
 * failure, so only a reload helps, once the service answers.
 */
export function PageFailure() {
  const [isTrying, setIsTrying] = useState(false);
  const [isInVain, setIsInVain] = useState(false);
  usePageTitle('Page not loaded');

  const tryAgain = async () => {
    setIsTrying(true);
    try {
      await answerOf(client.getAbout);
      window.location.reload();
    } catch {
      setIsTrying(false);
      setIsInVain(true);
    }
  };

  useEffect(() => {
    const again = () => void tryAgain();
    window.addEventListener('online', again);
    return () => window.removeEventListener('online', again);
  });

  return (
    <>
      <h1 className="layout-title">This page could not be loaded</h1>
      <Notice
        tone="critical"
        role="alert"
        title={isInVain ? 'orgdesk cannot be reached yet' : 'A part of orgdesk is missing'}
        action={
          <AgainButton notBefore={null} isBusy={isTrying} onPress={() => void tryAgain()}>
            {isTrying ? 'Trying again…' : 'Try again'}
          </AgainButton>
        }
      >
        <p>
          The network may be down, or there is a new version of orgdesk. Try again once you are online; the pages that
          were open before can still be read.
        </p>
      </Notice>
    </>
  );
}
