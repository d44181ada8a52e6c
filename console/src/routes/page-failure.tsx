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
      <h1 className="layout-title">Couldn’t load this page</h1>
      <Notice
        tone="critical"
        role="alert"
        title={isInVain ? 'Still can’t reach orgdesk' : 'Can’t reach orgdesk'}
        action={
          <AgainButton notBefore={null} isBusy={isTrying} onPress={() => void tryAgain()}>
            {isTrying ? 'Trying again…' : 'Try again'}
          </AgainButton>
        }
      >
        <p>
          You may be offline, or orgdesk may have been updated. Try again when you’re online. Pages you already opened
          still work.
        </p>
      </Notice>
    </>
  );
}
